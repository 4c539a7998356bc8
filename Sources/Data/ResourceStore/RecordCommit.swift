// SPDX-License-Identifier: Apache-2.0

package import ResourceModel

/// A commit of a zone: its version, the record, what happened to it, and who did it.
package struct RecordCommit: Sendable, Equatable {
  package let zone: String
  package let version: Int64
  package let id: ResourceID
  package let kind: WriteOutcome.Kind
  package let time: Timestamp
  /// The author; `nil` for a commit of a version of Portico that did not record it.
  package let author: ChangeAuthor?

  package init(
    _ version: Int64,
    in zone: String,
    of id: ResourceID,
    _ kind: WriteOutcome.Kind,
    at time: Timestamp,
    by author: ChangeAuthor?
  ) {
    self.zone = zone
    self.version = version
    self.id = id
    self.kind = kind
    self.time = time
    self.author = author
  }
}

/// The author of a change: the sender of the request that made it, or the gateway itself.
///
/// It is for operators only. A user's id in it is erased with the user.
package struct ChangeAuthor: Sendable, Hashable, CustomStringConvertible {
  private enum Kind: String {
    case user, app, token, anybody, `operator`, erasure
    /// A user who was erased since.
    case erased
  }

  private let kind: Kind
  /// The id of a user, the name of an app or of an operator; empty for others.
  private let name: String
  /// A cascade: the change follows from that of another record, by a reference between them.
  private var isByReference = false

  private init(_ kind: Kind, _ name: String = "") {
    self.kind = kind
    self.name = name
  }

  /// A user who is signed in.
  package static func user(_ id: ResourceID) -> ChangeAuthor { ChangeAuthor(.user, id.text) }

  /// An app by its key, without a user.
  package static func app(_ name: String) -> ChangeAuthor { ChangeAuthor(.app, name) }

  /// An operator by the console; the name is that of the operator's token, if one is needed.
  package static func `operator`(_ name: String?) -> ChangeAuthor {
    ChangeAuthor(.operator, name ?? "")
  }

  /// A program with a token of the site that may write.
  package static let token = ChangeAuthor(.token)
  /// A request without credentials, where the mount allows that.
  package static let anybody = ChangeAuthor(.anybody)
  /// The gateway, when it erases a user.
  package static let erasure = ChangeAuthor(.erasure)

  /// The author of the changes that follow, by references, from one of this author.
  package var byReference: ChangeAuthor {
    var author = self
    author.isByReference = true
    return author
  }

  /// The id of the user; `nil` for other authors.
  package var user: ResourceID? { kind == .user ? ResourceID(name) : nil }

  package var description: String {
    let words =
      switch kind {
      case .user: "user \(name)"
      case .app: "app \(name)"
      case .token: "a program with the site's token"
      case .anybody: "anybody, without credentials"
      case .operator: name.isEmpty ? "an operator" : "operator \(name)"
      case .erasure: "the gateway, erasing a user"
      case .erased: "a user who was erased"
      }
    return isByReference ? "\(words), through a reference" : words
  }
}

extension ChangeAuthor {
  private static let reference = "by-reference"

  /// The author as the table of changes has it.
  var text: String {
    [isByReference ? ChangeAuthor.reference : "", kind.rawValue, name].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Reads what `text` has written; `nil` for another text, such as of a later version.
  init?(_ text: String) {
    var rest = text[...]
    let isByReference = rest.hasPrefix(ChangeAuthor.reference + " ")
    if isByReference { rest = rest.dropFirst(ChangeAuthor.reference.utf8.count + 1) }
    let parts = rest.split(separator: " ", maxSplits: 1)
    guard let kind = parts.first.flatMap({ Kind(rawValue: String($0)) }) else { return nil }
    self.init(kind, parts.count == 2 ? String(parts[1]) : "")
    self.isByReference = isByReference
  }

  /// The text of a user who was erased.
  static let erased = ChangeAuthor(.erased).text
}
