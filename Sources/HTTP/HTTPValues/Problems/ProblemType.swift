// SPDX-License-Identifier: Apache-2.0

/// A kind of problem: what its `type` member names (RFC 9457 section 3.1.1).
///
/// Each module declares its types as static members in an extension, with a URI of its own; what
/// the whole gateway can say is gathered in one `ProblemTypes`.
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

/// All problem types that a program can answer with, by their URI.
package struct ProblemTypes: Sendable {
  /// In the order given.
  package let all: [ProblemType]
  private let places: [String: Int]

  /// `nil` when two types have the same URI, or one has that of the plain ones.
  package init?(_ types: [ProblemType]) {
    var places: [String: Int] = [:]
    for (place, type) in types.enumerated() {
      guard type.uri != "about:blank", places.updateValue(place, forKey: type.uri) == nil else {
        return nil
      }
    }
    all = types
    self.places = places
  }

  package subscript(_ uri: String) -> ProblemType? { places[uri].map { all[$0] } }
}
