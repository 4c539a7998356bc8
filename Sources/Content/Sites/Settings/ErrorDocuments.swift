// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes
package import HTTPValues

/// The documents that a site answers with where it has no other answer.
package struct ErrorDocuments: Sendable, Hashable {
  /// The kinds of errors that can have a document.
  package enum Kind: String, Sendable, CaseIterable {
    /// There is no such document: 404.
    case notFound
    /// There was something, and there is nothing any more: 410.
    case gone
    /// The visitor may not have it, or has to say first who he is: 401, 403.
    case forbidden
    /// Too much is asked for at once: 429, 503.
    case overloaded
    /// A service that is needed has failed: 500, 502, 504.
    case failed

    /// The kind of a status; `nil` for one that has no document.
    package init?(_ status: Status) {
      switch status.code {
      case 404: self = .notFound
      case 410: self = .gone
      case 401, 403: self = .forbidden
      case 429, 503: self = .overloaded
      case 500, 502, 504: self = .failed
      default: return nil
      }
    }
  }

  private var paths: [Kind: Placed<String>] = [:]

  package init() {}

  /// The path of the document for a kind of error.
  package subscript(kind: Kind) -> String? { paths[kind]?.value }

  package var isEmpty: Bool { paths.isEmpty }

  /// The documents in the order of their kinds, with the places that name them.
  package var declared: [(kind: Kind, path: String, place: FilePlace)] {
    Kind.allCases.compactMap { kind in paths[kind].map { (kind, $0.value, $0.place) } }
  }

  static let shape = Shape.object(ErrorDocuments()) {
    for kind in Kind.allCases {
      Member(
        kind.rawValue,
        \.paths[kind],
        Shape<String>.text.placed,
        kind.sentence,
        examples: [DataValue(.string("errors/\(kind.rawValue)"))]
      )
    }
  }
}

extension ErrorDocuments.Kind {
  fileprivate var sentence: String {
    switch self {
    case .notFound: "Path of the document for 404: there is no such document."
    case .gone: "Path of the document for 410: a service says that there is nothing any more."
    case .forbidden:
      "Path of the document for 401 and 403: a service does not let the visitor have it."
    case .overloaded: "Path of the document for 429 and 503: too much is asked for at once."
    case .failed: "Path of the document for 500, 502 and 504: a service that is needed has failed."
    }
  }
}
