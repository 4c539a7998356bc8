// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues

/// Content: what we write piece by piece, and what the application has taken.
extension HTTP2Session {
  /// Result of sending a piece of content.
  package enum SendOutcome: Sendable, Hashable {
    /// There is room for more.
    case more
    /// Taken; wait for `drained` before the next one.
    case full
    /// The stream is no more, or its message is complete already.
    case gone
  }

  /// Queues a piece of the content of a message submitted as `.streaming`.
  @discardableResult
  package func send(_ content: Span<UInt8>, on stream: HTTP2StreamID) -> SendOutcome {
    guard !hasFailed, let index = slotIndex(of: stream), streams[index].phase != .dead,
      let outgoing = streams[index].outgoing, !outgoing.isEnded
    else { return .gone }
    if outgoing.queue.isEmpty {
      streams[index].waitingSince = now
      streams[index].sentWhileWaiting = 0
    }
    outgoing.queue.append(content)
    resume(index)
    outgoing.isFull = outgoing.count > state.limits.queueHighMark
    return outgoing.isFull ? .full : .more
  }

  /// Ends the content of a message submitted as `.streaming`, with trailers if there are any.
  package func finish(_ stream: HTTP2StreamID, trailers: Fields? = nil) {
    guard let index = slotIndex(of: stream), let outgoing = streams[index].outgoing,
      !outgoing.isEnded
    else { return }
    outgoing.isEnded = true
    outgoing.trailers = trailers
    resume(index)
  }

  /// Number of bytes of the stream that wait to be sent.
  package func queuedBytes(on stream: HTTP2StreamID) -> Int {
    guard let index = slotIndex(of: stream) else { return 0 }
    return streams[index].waiting
  }

  /// Number of bytes of all streams that could be sent if the peer's windows allowed.
  package var queuedBytes: Int { streams.indices.reduce(0) { $0 + streams[$1].waiting } }

  /// The streams whose bytes the peer takes too slowly; to be asked about once a second, and reset.
  package func stalledStreams() -> [HTTP2StreamID] { state.stalledStreams() }

  /// The application has taken `count` bytes: the peer may send as many again.
  package func consume(_ count: Int, on stream: HTTP2StreamID) {
    guard let index = slotIndex(of: stream) else { return }
    let taken = min(max(count, 0), streams[index].unconsumed)
    guard taken > 0 else { return }
    streams[index].unconsumed -= taken
    if streams[index].phase == .content {
      library.giveBackWindows(taken, on: stream)
    } else {
      library.giveBackConnectionWindow(taken)
    }
  }

  /// Whether the window of all streams together leaves the peer room for content.
  package var canReceiveContent: Bool { library.connectionWindowLeft > 0 }

  private func resume(_ index: Int) {
    guard streams[index].isDeferred else { return }
    streams[index].isDeferred = false
    library.resumeData(streams[index].id)
  }

  /// Writes the head of a DATA frame and `count` bytes of content; `false` when the output is full.
  func writePortion(_ index: Int, _ frameHead: Span<UInt8>, count: Int) -> Bool {
    guard output.count < outputLimit else { return false }
    output.append(frameHead)
    if let outgoing = streams[index].outgoing {
      output.append(from: &outgoing.queue, atMost: count)
    } else {
      let start = streams[index].sent
      let body = streams[index].body
      output.append(body.span.extracting(start..<(start + count)))
      streams[index].sent = start + count
    }
    noteSent(index, count)
    return true
  }

  private func noteSent(_ index: Int, _ count: Int) {
    counters.dataFramesSent += 1
    counters.bodyBytesSent += count
    streams[index].sentWhileWaiting += count
    state.budgets.windowUpdates.refund(10)
    guard let outgoing = streams[index].outgoing, outgoing.isFull,
      outgoing.count <= state.limits.queueLowMark
    else { return }
    outgoing.isFull = false
    delegate?.session(self, drained: streams[index].id)
  }
}

extension HTTP2Session {
  /// Submits the trailers of a stream whose last portion is being sent, if it has any.
  func submitTrailers(behind index: Int) -> Bool {
    guard let outgoing = streams[index].outgoing, let trailers = outgoing.trailers else {
      return false
    }
    streams[index].head = HTTP2HeadTemplate(trailers.view)
    return library.submitTrailers(streams[index].id)
  }
}
