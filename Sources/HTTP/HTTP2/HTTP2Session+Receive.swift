// SPDX-License-Identifier: Apache-2.0

package import Bytes

extension HTTP2Session {
  /// Takes bytes from the peer and tells `delegate` what they mean.
  package func receive(_ bytes: Span<UInt8>, for delegate: any HTTP2Delegate) {
    guard fault == nil && !isAbandoned else { return }
    self.delegate = delegate
    defer { self.delegate = nil }
    feed(bytes)
    if outboundFrameCount > limits.outboundFrames {
      fail(
        .outputBacklog,
        .enhanceYourCalm,
        detail: "\(outboundFrameCount) frames wait to be sent, of \(limits.outboundFrames) allowed"
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
    self.delegate = delegate
    swap(&output, &buffer)
    outputLimit = limit
    drain()
    if fault != nil && !isFaultSubmitted {
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
    self.delegate = delegate
    isAbandoned = true
    closeAllStreams(code)
    self.delegate = nil
  }

  /// Notes the first thing that ends the session; `settle` acts on it.
  func fail(
    _ kind: HTTP2Fault.Kind,
    _ code: HTTP2ErrorCode,
    on stream: HTTP2StreamID = HTTP2StreamID(0),
    detail: @autoclosure () -> String
  ) {
    guard fault == nil else { return }
    fault = HTTP2Fault(kind, code, on: stream, detail())
  }

  /// Tells both sides of a fault, once.
  func settle() {
    guard let fault, !isFaultTold else { return }
    isFaultTold = true
    if !isFaultSubmitted {
      isFaultSubmitted = true
      terminate(fault.code)
    }
    closeAllStreams(fault.code)
    delegate?.session(self, failed: fault)
  }

  private func closeAllStreams(_ code: HTTP2ErrorCode) {
    for index in streams.slots.indices where streams[index].isAnnounced {
      streams[index].isAnnounced = false
      let isUnsent = role == .client && !streams[index].isHeadSent
      let end = HTTP2StreamEnd(.session, code, isRetrySafe: isUnsent)
      delegate?.session(self, closed: streams[index].id, end)
    }
  }
}
