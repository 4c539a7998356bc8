// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// The block as the delegate is told of it, without a copy of its fields.
extension HeaderBlock {
  borrowing func tell(
    _ delegate: any HTTP2Delegate,
    _ session: HTTP2Session,
    _ method: Method,
    _ scheme: Scheme,
    _ stream: HTTP2StreamID,
    isComplete: Bool
  ) {
    let request = RequestView(
      method: method,
      scheme: scheme,
      version: .http2,
      authority: extract(authority),
      target: extract(path),
      fields: fields
    )
    delegate.session(session, received: request, on: stream, isComplete: isComplete)
  }

  borrowing func tell(
    _ delegate: any HTTP2Delegate,
    _ session: HTTP2Session,
    _ status: Status,
    _ stream: HTTP2StreamID,
    isComplete: Bool
  ) {
    delegate.session(session, received: status, fields, on: stream, isComplete: isComplete)
  }

  borrowing func tellTrailers(
    _ delegate: any HTTP2Delegate,
    _ session: HTTP2Session,
    _ stream: HTTP2StreamID
  ) {
    delegate.session(session, received: fields, on: stream)
  }
}
