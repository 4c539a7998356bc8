// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// Handling of complete header blocks.
extension HTTP2Session {
  func blockComplete(_ stream: HTTP2StreamID, isEnd: Bool) {
    let index = blockIndex
    guard streams.holds(stream, at: index), streams[index].phase != .dead else { return }
    switch block.kind {
    case .request: requestComplete(stream, index, isEnd: isEnd)
    case .response: responseComplete(stream, index, isEnd: isEnd)
    case .trailers: trailersComplete(stream, index, isEnd: isEnd)
    }
  }

  private func requestComplete(_ stream: HTTP2StreamID, _ index: Int, isEnd: Bool) {
    if block.isTooLarge && block.malformation == nil {
      counters.headsTooLarge += 1
      streams[index].phase = isEnd ? .over : .content
      streams[index].isAnnounced = true
      delegate?.session(self, refusedHeadOn: stream)
      return
    }
    guard let (method, scheme) = block.finishRequest(), state.promise(index, isEnd: isEnd) else {
      reject(index, block.malformation ?? .contentLengthMismatch)
      return
    }
    streams[index].phase = isEnd ? .over : .content
    streams[index].isAnnounced = true
    applyPriority(stream)
    guard let delegate else { return }
    block.tell(delegate, self, method, scheme, stream, isComplete: isEnd)
  }

  private func responseComplete(_ stream: HTTP2StreamID, _ index: Int, isEnd: Bool) {
    if block.isTooLarge && block.malformation == nil {
      counters.headsTooLarge += 1
      streams[index].phase = .dead
      library.submitReset(stream, .enhanceYourCalm)
      return
    }
    guard let status = block.finishResponse() else {
      reject(index, block.malformation ?? .invalidStatus)
      return
    }
    if status.isInformational {
      guard !isEnd else { return reject(index, .invalidStatus) }
      streams[index].interimHeads += 1
      guard streams[index].interimHeads <= state.limits.interimHeads else {
        return reject(index, .tooManyInterimHeads)
      }
    } else {
      let hasNoContent = streams[index].isHeadRequest || status.forbidsContent
      if hasNoContent { block.contentLength = nil }
      guard state.promise(index, isEnd: isEnd) else { return reject(index, .contentLengthMismatch) }
      if hasNoContent { streams[index].expected = 0 }
      streams[index].phase = isEnd ? .over : .content
    }
    guard let delegate else { return }
    block.tell(delegate, self, status, stream, isComplete: isEnd)
  }

  private func trailersComplete(_ stream: HTTP2StreamID, _ index: Int, isEnd: Bool) {
    guard streams[index].phase == .content else { return }
    guard isEnd else { return reject(index, .trailersWithoutEnd) }
    if let malformation = block.malformation { return reject(index, malformation) }
    guard !block.isTooLarge else {
      counters.headsTooLarge += 1
      streams[index].phase = .dead
      library.submitReset(stream, .enhanceYourCalm)
      return
    }
    if let expected = streams[index].expected, expected != streams[index].received {
      return reject(index, .contentLengthMismatch)
    }
    if let delegate { block.tellTrailers(delegate, self, stream) }
    if streams.holds(stream, at: index) && streams[index].phase == .content {
      finishMessage(index)
    }
  }

  private func applyPriority(_ stream: HTTP2StreamID) {
    // A PRIORITY_UPDATE that came before the request takes precedence (RFC 9218 section 7.1).
    guard !earlyPriorities.contains(stream), let priority = block.priority else { return }
    setPriority(priority, of: stream)
  }
}
