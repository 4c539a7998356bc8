// SPDX-License-Identifier: Apache-2.0

package import Bytes

extension HTTP2Session {
  /// Takes bytes from the peer and tells `delegate` what they mean.
  package func receive(_ bytes: Span<UInt8>, for delegate: any HTTP2Delegate) {
    guard !hasFailed && !isAbandoned else { return }
    begin(delegate)
    defer { self.delegate = nil }
    feedWatching(bytes)
    if library.outboundFrameCount > state.limits.outboundFrames {
      state.fail(
        .outputBacklog,
        .enhanceYourCalm,
        detail:
          "\(library.outboundFrameCount) frames wait to be sent, of \(state.limits.outboundFrames) allowed"
      )
    }
    settle()
  }

  /// Appends what the peer is to be told, until about `limit` bytes stand in `buffer`.
  package func emit(
    into buffer: inout ByteBuffer,
    atMost limit: Int,
    for delegate: any HTTP2Delegate
  ) {
    guard !isAbandoned else { return }
    begin(delegate)
    swap(&output, &buffer)
    outputLimit = limit
    drain()
    if hasFailed && !isFaultSubmitted {
      settle()
      drain()
    }
    swap(&output, &buffer)
    settle()
    self.delegate = nil
  }

  /// Ends the session without a word to the peer, whose connection is gone.
  package func abandon(_ code: HTTP2ErrorCode = .cancel, for delegate: any HTTP2Delegate) {
    guard !isAbandoned else { return }
    begin(delegate)
    isAbandoned = true
    closeAllStreams(code)
    self.delegate = nil
  }

  /// Feeds the library, and looks in its stead at what it would drop in silence.
  private func feedWatching(_ bytes: Span<UInt8>) {
    var position = 0
    var fed = 0
    var hasReset = false
    while let head = scanner.next(in: bytes, from: &position) {
      if head.type == .resetStream { hasReset = true }
      if head.type == .other { state.countIgnored(head.stream) }
      if hasFailed { return }
      guard head.dependency == head.stream || state.mayBeLate(head, hasReset: hasReset) else {
        continue
      }
      // The frames before this one decide its meaning: feed them first.
      feed(bytes.extracting(fed..<head.start))
      fed = head.start
      guard !hasFailed else { return }
      state.admitLate(head)
      if hasFailed { return }
    }
    feed(bytes.extracting(fed..<bytes.count))
  }

  private func begin(_ delegate: any HTTP2Delegate) {
    precondition(self.delegate == nil, "the delegate may not make the session go on")
    self.delegate = delegate
  }

  /// Lets nghttp2 read bytes of the peer.
  private func feed(_ bytes: Span<UInt8>) {
    if let fault = library.receive(bytes) { state.fail(fault) }
  }

  /// Moves frames to `output` until it is full or nothing is left.
  private func drain() {
    while output.count < outputLimit {
      let count = library.send { encoder.write(frame: $0, to: &output) }
      if count < 0 {
        state.fail(
          .internalFailure,
          .internalError,
          detail: library.message(Int32(clamping: count))
        )
      }
      if count <= 0 { return }
    }
  }

  /// Tells both sides of a fault, once.
  func settle() {
    guard hasFailed, !isFaultTold, let fault else { return }
    isFaultTold = true
    if !isFaultSubmitted {
      isFaultSubmitted = true
      library.terminate(fault.code)
    }
    closeAllStreams(fault.code)
    delegate?.session(self, failed: fault)
  }

  private func closeAllStreams(_ code: HTTP2ErrorCode) {
    for index in streams.indices where streams[index].isAnnounced {
      streams[index].isAnnounced = false
      let isUnsent = role == .client && !streams[index].isHeadSent
      let end = HTTP2StreamEnd(.session, code, isRetrySafe: isUnsent)
      delegate?.session(self, closed: streams[index].id, end)
      streams[index].attachment = nil
    }
  }
}
