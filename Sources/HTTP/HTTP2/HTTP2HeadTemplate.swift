// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues

/// A head, or a part of one, that is put into HPACK's form once and sent many times.
///
/// Fields that differ from answer to answer, such as Date, are a part of their own that is given beside it.
package final class HTTP2HeadTemplate: Sendable {
  /// A field that a peer may hold in its table, or a run of those that are always copied.
  struct Part {
    /// Where it ends in `bytes`; it begins where the one before it ends.
    let end: UInt32
    /// Hash of the field; 0 for what is always copied.
    let hash: UInt32
    /// Number of bytes that the field takes in the table of the peer.
    let size: UInt32
  }

  let bytes: [UInt8]
  let parts: [Part]
  /// Number of fields, the status among them.
  package let count: Int

  private init(_ writer: consuming FieldWriter) {
    bytes = writer.bytes
    parts = writer.parts
    count = writer.count
  }

  package convenience init(
    _ status: Status,
    _ fields: borrowing FieldsView,
    isSentOften: Bool = true
  ) {
    var writer = FieldWriter(isSentOften: isSentOften)
    writer.add(status)
    writer.add(fields)
    self.init(writer)
  }

  package convenience init(_ response: Response) {
    self.init(response.status, response.fields.view)
  }

  /// Fields without a status: trailers, or what is sent behind another head.
  package convenience init(_ fields: borrowing FieldsView) {
    var writer = FieldWriter(isSentOften: true)
    writer.add(fields)
    self.init(writer)
  }

  /// The same head with more fields behind.
  package convenience init(_ head: HTTP2HeadTemplate, adding fields: borrowing FieldsView) {
    var writer = FieldWriter(continuing: head)
    writer.add(fields)
    self.init(writer)
  }

  /// The head of a request.
  convenience init(_ request: borrowing RequestView) {
    var writer = FieldWriter(isSentOften: false)
    writer.add(.method, request.method.name.utf8Span.span)
    if case .connect = request.method {
      writer.add(.authority, request.authority)
    } else {
      writer.add(.scheme, request.scheme.name.span)
      if request.authority.count > 0 { writer.add(.authority, request.authority) }
      writer.add(.path, request.target)
    }
    writer.add(request.fields)
    self.init(writer)
  }
}
