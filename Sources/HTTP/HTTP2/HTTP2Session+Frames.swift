// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// Callbacks of the library for single frames, in the order in which they are made.
extension HTTP2Session {
  /// A header block begins behind its frame.
  func blockBegins(_ stream: HTTP2StreamID, opensStream: Bool) {
    if role == .server && opensStream {
      let index = streams.insert(stream)
      blockIndex = index
      counters.streamsOpened += 1
      block.begin(.request)
      return
    }
    guard let index = slotIndex(of: stream) else { return }
    blockIndex = index
    block.begin(role == .client && streams[index].phase == .head ? .response : .trailers)
  }

  func contentArrived(_ stream: HTTP2StreamID, _ content: Span<UInt8>) {
    guard let index = slotIndex(of: stream) else {
      library.giveBackConnectionWindow(content.count)
      return
    }
    guard streams[index].phase == .content else {
      library.giveBackConnectionWindow(content.count)
      if streams[index].phase == .head { reject(index, .contentBeforeHead) }
      return
    }
    counters.bodyBytesReceived += content.count
    streams[index].received += content.count
    if let expected = streams[index].expected, streams[index].received > expected {
      library.giveBackConnectionWindow(content.count)
      reject(index, .contentLengthMismatch)
      return
    }
    streams[index].unconsumed += content.count
    delegate?.session(self, received: content, on: stream)
  }

  /// A DATA frame is complete: `false` ends the session.
  func dataComplete(_ stream: HTTP2StreamID, isEmpty: Bool, isEnd: Bool) -> Bool {
    if isEmpty && !isEnd {
      state.countEmptyData(stream)
      if hasFailed { return false }
    }
    guard isEnd, let index = slotIndex(of: stream) else { return true }
    switch streams[index].phase {
    case .head: reject(index, .contentBeforeHead)
    case .content: finishMessage(index)
    case .over, .dead: break
    }
    return true
  }

  /// The peer's message is complete; its length must be what it promised.
  func finishMessage(_ index: Int) {
    if let expected = streams[index].expected, expected != streams[index].received {
      reject(index, .contentLengthMismatch)
      return
    }
    streams[index].phase = .over
    delegate?.session(self, ended: streams[index].id)
  }

  /// Resets a stream because of a malformed message (RFC 9113 section 8.1.1).
  func reject(_ index: Int, _ malformation: HTTP2Malformation) {
    counters.malformedMessages += 1
    streams[index].malformation = malformation
    streams[index].phase = .dead
    let stream = streams[index].id
    library.submitReset(stream, .protocolError)
    delegate?.session(self, rejected: stream, because: malformation)
  }

  func streamClosed(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
    guard let index = slotIndex(of: stream) else { return }
    let unconsumed = streams[index].unconsumed
    if unconsumed > 0 { library.giveBackConnectionWindow(unconsumed) }
    let isAnnounced = streams[index].isAnnounced
    let end = state.end(of: index, code)
    streams.remove(at: index)
    if role == .server { closedStreams.insert(stream, end.origin.manner) }
    if isAnnounced { delegate?.session(self, closed: stream, end) }
  }

}

extension HTTP2StreamEnd.Origin {
  fileprivate var manner: ClosedStreams.Manner {
    switch self {
    case .complete: .complete
    case .peer: .resetByPeer
    case .local, .session: .resetByUs
    }
  }
}

extension HTTP2Session {
  /// A request that was submitted will not be sent: it was cancelled, or the peer takes no more.
  func requestNotSent(_ stream: HTTP2StreamID) {
    guard let index = streams.index(of: stream) else { return }
    let isAnnounced = streams[index].isAnnounced
    let isCancelled = streams[index].phase == .dead
    streams.remove(at: index)
    let end =
      isCancelled
      ? HTTP2StreamEnd(.local, .cancel, isRetrySafe: true)
      : HTTP2StreamEnd(.peer, .refusedStream, isRetrySafe: true)
    if isAnnounced { delegate?.session(self, closed: stream, end) }
  }
}
