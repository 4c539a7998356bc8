// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// Messages that we send. Each call says whether the stream was still there to take it.
extension HTTP2Session {
  /// Answers with a head made beforehand; `end` holds the fields that differ from answer to answer.
  @discardableResult
  package func respond(
    to stream: HTTP2StreamID,
    with head: HTTP2HeadTemplate,
    _ end: HTTP2HeadTemplate?,
    _ body: HTTP2Body
  ) -> Bool {
    guard let index = state.writableIndex(of: stream) else { return false }
    streams[index].head = head
    streams[index].headEnd = end
    let hasBody = state.setBody(body, index)
    streams[index].isAnswered = true
    return library.submitResponse(stream, body: hasBody ? index : nil)
  }

  /// Answers with a status of 200 or more.
  @discardableResult
  package func respond(
    to stream: HTTP2StreamID,
    _ status: Status,
    _ fields: borrowing FieldsView,
    _ body: HTTP2Body
  ) -> Bool {
    guard state.writableIndex(of: stream) != nil else { return false }
    let head = HTTP2HeadTemplate(status, fields, isSentOften: false)
    return respond(to: stream, with: head, nil, body)
  }

  /// Sends an informational answer (1xx); the answer follows.
  @discardableResult
  package func inform(
    _ stream: HTTP2StreamID,
    _ status: Status,
    _ fields: borrowing FieldsView
  ) -> Bool {
    guard status.isInformational, status.code != 101, let index = state.writableIndex(of: stream),
      library.submitInformation(stream)
    else { return false }
    streams[index].interims.append(HTTP2HeadTemplate(status, fields))
    return true
  }

  /// Whether the peer lets us open one more stream now.
  package var canOpenStream: Bool { openableStreams > 0 }

  /// Number of streams that the peer lets us open now; unlimited until its settings have come.
  package var openableStreams: Int {
    let takesMore =
      role == .client && !hasFailed && !isAbandoned && !isGoingAway && !isPeerGoingAway
    return takesMore ? max(0, library.peerConcurrentStreams - streams.count) : 0
  }

  /// Sends a request; `nil` when the session takes no more.
  package func open(
    _ request: borrowing RequestView,
    _ body: HTTP2Body,
    attachment: AnyObject? = nil
  ) -> HTTP2StreamID? {
    guard canOpenStream else { return nil }
    let index = streams.insert(HTTP2StreamID(0))
    streams[index].head = HTTP2HeadTemplate(request)
    if case .head = request.method { streams[index].isHeadRequest = true }
    streams[index].isAnnounced = true
    streams[index].attachment = attachment
    let hasBody = state.setBody(body, index)
    guard let stream = library.submitRequest(body: hasBody ? index : nil) else {
      streams.remove(at: index)
      return nil
    }
    streams.name(stream, at: index)
    counters.streamsOpened += 1
    return stream
  }

  /// Ends a stream at once, in both directions.
  package func reset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
    guard let index = slotIndex(of: stream), streams[index].phase != .dead else { return }
    streams[index].phase = .dead
    streams[index].isResetByApplication = true
    library.submitReset(stream, code)
  }

  /// Says how urgent the answer on a stream is.
  package func setPriority(_ priority: ExtensiblePriority, of stream: HTTP2StreamID) {
    guard role == .server else { return }
    library.changePriority(priority, of: stream)
  }
}
