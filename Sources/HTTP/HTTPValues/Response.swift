// SPDX-License-Identifier: Apache-2.0

/// A response head that owns its bytes. Framing fields (Content-Length, Transfer-Encoding) are the
/// codec's: a length given here is only believed when the body's own length is not known.
package struct Response: Sendable, Equatable {
  package var status: Status
  package var fields: Fields

  package init(_ status: Status, fields: Fields = Fields()) {
    self.status = status
    self.fields = fields
  }
}
