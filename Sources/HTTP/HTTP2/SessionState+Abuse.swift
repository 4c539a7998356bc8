// SPDX-License-Identifier: Apache-2.0

/// Frames that the peer begins: those that are cheap to send and dear to receive are counted.
extension SessionState {
  /// A frame begins: `false` ends the session.
  mutating func frameBegins(
    _ type: FrameType,
    _ stream: HTTP2StreamID,
    length: Int,
    flags: UInt8
  ) -> Bool {
    switch type {
    case .headers:
      blockBytes = length
      blockContinuations = 0
      if role == .server { admitHeaders(stream) }
    case .data:
      break
    case .continuation:
      countContinuation(stream, length: length)
    case .priority, .priorityUpdate, .resetStream, .settings, .ping, .windowUpdate, .pushPromise,
      .goAway, .other:
      count(type, stream, isAcknowledgement: flags & 1 == 1)
    }
    return !hasFailed
  }

  /// Decides about HEADERS from a client by the stream's number (RFC 9113 section 5.1.1).
  private mutating func admitHeaders(_ stream: HTTP2StreamID) {
    guard stream > lastPeerStream else {
      if streams.index(of: stream) == nil { admitLateHeaders(stream) }
      return
    }
    // An even number or zero is the library's to refuse.
    guard stream.number & 1 == 1 else { return }
    lastPeerStream = stream
    guard streams.count < limits.concurrentStreams || !isSettingsAcknowledged else {
      counters.streamsRefused += 1
      return fail(
        .tooManyStreams,
        .protocolError,
        on: stream,
        detail: "more than \(limits.concurrentStreams) streams at once"
      )
    }
  }

  private mutating func admitLateHeaders(_ stream: HTTP2StreamID) {
    switch closedStreams.manner(of: stream) {
    case .resetByUs: countIgnored(stream)
    case .complete, .resetByPeer:
      fail(.closedStream, .streamClosed, on: stream, detail: "HEADERS on a closed stream")
    case nil where isGoingAway:
      // A stream that we did not take; its trailers were on their way.
      countIgnored(stream)
    case nil:
      fail(
        .closedStream,
        .protocolError,
        on: stream,
        detail: "HEADERS with a number lower than that of \(lastPeerStream)"
      )
    }
  }

  /// Decides about a frame that the library would drop in silence.
  mutating func admitLate(_ head: FrameScanner.Head) {
    if head.type == .data { admitLateData(head.stream) } else { refuseOwnDependency(head.stream) }
  }

  /// DATA on a stream that is not open: an error when the peer had ended it, late otherwise.
  private mutating func admitLateData(_ stream: HTTP2StreamID) {
    // Zero, even and idle streams are the library's to refuse.
    guard stream.number & 1 == 1, stream <= lastPeerStream, streams.index(of: stream) == nil else {
      return
    }
    switch closedStreams.manner(of: stream) {
    case .resetByUs, nil: countIgnored(stream)
    case .complete, .resetByPeer:
      fail(.closedStream, .streamClosed, on: stream, detail: "DATA on a closed stream")
    }
  }

  /// A stream cannot wait for itself (RFC 7540 section 5.3.1); nothing else of its tree of
  /// priorities means anything here.
  private mutating func refuseOwnDependency(_ stream: HTTP2StreamID) {
    fail(
      .protocolViolation,
      .protocolError,
      on: stream,
      detail: "PRIORITY that makes a stream depend on itself"
    )
  }

  private mutating func countContinuation(_ stream: HTTP2StreamID, length: Int) {
    counters.continuationsReceived += 1
    blockContinuations += 1
    blockBytes += length
    if blockContinuations > limits.continuations {
      fail(
        .continuationFlood,
        .enhanceYourCalm,
        on: stream,
        detail: "a header block in more than \(limits.continuations) CONTINUATION frames"
      )
    } else if blockBytes > limits.headerBlockBytes {
      fail(
        .headerBlockTooLong,
        .enhanceYourCalm,
        on: stream,
        detail: "a header block of more than \(limits.headerBlockBytes) bytes"
      )
    }
  }

  private mutating func count(_ type: FrameType, _ stream: HTTP2StreamID, isAcknowledgement: Bool) {
    switch type {
    case .resetStream:
      counters.resetsReceived += 1
      check(budgets.resets.spend(now: now), .resetFlood, stream, "RST_STREAM")
    case .settings:
      guard !isAcknowledgement else { return }
      counters.settingsReceived += 1
      check(budgets.settings.spend(now: now), .settingsFlood, stream, "SETTINGS")
    case .ping:
      counters.pingsReceived += 1
      check(budgets.pings.spend(now: now), .pingFlood, stream, "PING")
    case .priority where stream.number == 0:
      fail(.protocolViolation, .protocolError, on: stream, detail: "PRIORITY on no stream")
    case .priority, .priorityUpdate:
      counters.prioritiesReceived += 1
      check(budgets.priorities.spend(now: now), .priorityFlood, stream, "PRIORITY")
    case .windowUpdate:
      counters.windowUpdatesReceived += 1
      check(budgets.windowUpdates.spend(now: now), .windowUpdateFlood, stream, "WINDOW_UPDATE")
    case .pushPromise, .goAway:
      countIgnored(stream)
    case .data, .headers, .continuation, .other:
      break
    }
  }

  mutating func countEmptyData(_ stream: HTTP2StreamID) {
    counters.emptyFramesReceived += 1
    check(budgets.emptyFrames.spend(now: now), .emptyFrameFlood, stream, "empty DATA")
  }

  mutating func countIgnored(_ stream: HTTP2StreamID) {
    counters.ignoredFramesReceived += 1
    check(budgets.ignoredFrames.spend(now: now), .ignoredFrameFlood, stream, "unknown or late")
  }

  /// A stream was reset by us; unless the application asked for it, the peer made us do it.
  mutating func countProvokedReset(_ stream: HTTP2StreamID) {
    if let index = streams.index(of: stream) {
      if streams[index].isResetByApplication { return }
    } else {
      closedStreams.insert(stream, .resetByUs)
    }
    counters.resetsProvoked += 1
    check(
      budgets.provokedResets.spend(now: now),
      .provokedResetFlood,
      stream,
      "provoked RST_STREAM"
    )
  }

  private mutating func check(
    _ isAllowed: Bool,
    _ kind: HTTP2Fault.Kind,
    _ stream: HTTP2StreamID,
    _ name: StaticString
  ) {
    if !isAllowed {
      fail(kind, .enhanceYourCalm, on: stream, detail: "too many \(name) frames")
    }
  }
}
