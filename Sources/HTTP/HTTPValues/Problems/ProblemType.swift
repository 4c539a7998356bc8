// SPDX-License-Identifier: Apache-2.0

/// A kind of problem: what its `type` member names (RFC 9457 section 3.1.1).
///
/// Each module declares its types as static members in an extension, with a URI of its own.
package struct ProblemType: Sendable, Hashable {
  /// The identifier; where it can be fetched, it leads to a description.
  package let uri: String
  /// The same words for every occurrence.
  package let title: String
  package let status: Status

  package init(uri: String, title: String, status: Status) {
    self.uri = uri
    self.title = title
    self.status = status
  }

  /// No more than the status says: `about:blank`, titled with the phrase of the status.
  package static func plain(_ status: Status) -> ProblemType {
    ProblemType(uri: "about:blank", title: status.reason.description, status: status)
  }
}
