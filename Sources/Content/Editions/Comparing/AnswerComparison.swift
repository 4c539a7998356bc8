// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import ContentResolution
import DataFiles

/// Counts in what the answers of two editions to the same requests differ, by document, audience and field.
package struct AnswerComparison: Sendable {
  /// The most kinds of differences that are told apart; requests with further ones are only counted.
  package static let mostDifferences = 10_000
  /// The most fields of one answer that are told apart.
  static let mostFields = 100
  /// Longer values are cut to this number of characters.
  static let mostCharacters = 60

  /// The answer of one of the editions.
  package struct Answer: Sendable {
    fileprivate let status: Int
    /// `nil` for a body that is no JSON.
    fileprivate let body: DataValue?
    fileprivate let audience: String

    /// - Parameter audience: the token in the URL; empty for none.
    package init(status: Int, body: [UInt8], audience: String) {
      self.status = status
      self.body = try? DataValue(reading: body.span, as: .json)
      self.audience = audience
    }
  }

  package struct Difference: Sendable, Equatable {
    package let document: String
    /// The audience of the candidate; empty for everybody.
    package let audience: String
    /// Names of members with dots in between, and `[]` for the elements of an array.
    package let field: String
    /// The number of requests.
    package fileprivate(set) var requests: Double
    /// One of the URLs, with the values that the field has there.
    package let url: String
    package let served: String
    package let candidate: String
  }

  /// The requests for one document.
  package struct Requests: Sendable, Equatable {
    package fileprivate(set) var compared = 0.0
    package fileprivate(set) var changed = 0.0
  }

  private struct Key: Hashable {
    let document: String
    let audience: String
    let field: String
  }

  private let readers: (served: TokenReader, candidate: TokenReader)
  private let now: UnixTime
  private var found: [Key: Difference] = [:]
  package private(set) var documents: [String: Requests] = [:]
  /// Requests with differences that there was no room for.
  package private(set) var unlisted = 0.0

  /// - Parameter now: the instant at which both editions answer.
  package init(of served: Edition, and candidate: Edition, at now: UnixTime) {
    readers = (
      TokenReader(served.words, seal: OpenSeal()), TokenReader(candidate.words, seal: OpenSeal())
    )
    self.now = now
  }

  /// The differences, those of the most requests first.
  package var differences: [Difference] {
    found.values.sorted { first, second in
      (second.requests, first.document, first.audience, first.field)
        < (first.requests, second.document, second.audience, second.field)
    }
  }

  package var compared: Double { documents.values.reduce(0) { $0 + $1.compared } }
  package var changed: Double { documents.values.reduce(0) { $0 + $1.changed } }

  /// Compares the answers to a URL.
  ///
  /// - Parameter requests: the number of requests that get them.
  package mutating func add(
    _ requests: Double,
    for url: String,
    of document: String,
    served: Answer,
    candidate: Answer
  ) {
    documents[document, default: Requests()].compared += requests
    var fields = FieldDifferences()
    if served.status != candidate.status {
      fields.note("status", "\(served.status)", "\(candidate.status)")
    } else {
      compare(served.body, candidate.body, at: "", served, candidate, &fields)
    }
    guard !fields.all.isEmpty else { return }
    documents[document, default: Requests()].changed += requests
    var hasRoom = true
    for field in fields.all {
      let key = Key(document: document, audience: candidate.audience, field: field.name)
      if found[key] != nil {
        found[key]?.requests += requests
      } else if found.count < AnswerComparison.mostDifferences {
        found[key] = Difference(
          document: document,
          audience: candidate.audience,
          field: field.name,
          requests: requests,
          url: url,
          served: field.served,
          candidate: field.candidate
        )
      } else {
        hasRoom = false
      }
    }
    if !hasRoom { unlisted += requests }
  }

  /// The fields in which two answers differ, each once.
  private struct FieldDifferences {
    private(set) var all: [(name: String, served: String, candidate: String)] = []

    mutating func note(_ name: String, _ served: String, _ candidate: String) {
      guard all.count < AnswerComparison.mostFields, !all.contains(where: { $0.name == name })
      else { return }
      all.append((name, served, candidate))
    }
  }

  private func compare(
    _ old: DataValue?,
    _ new: DataValue?,
    at path: String,
    _ served: Answer,
    _ candidate: Answer,
    _ fields: inout FieldDifferences
  ) {
    switch (old?.content, new?.content) {
    case (.dictionary(let old), .dictionary(let new)):
      let added = new.members.filter { old[$0.key] == nil }
      for member in old.members + added {
        let name = path.isEmpty ? member.key : "\(path).\(member.key)"
        compare(old[member.key], new[member.key], at: name, served, candidate, &fields)
      }
    case (.array(let old), .array(let new)):
      if old.count != new.count {
        fields.note("\(path)[]", "\(old.count) elements", "\(new.count) elements")
      }
      for (old, new) in zip(old, new) {
        compare(old, new, at: "\(path)[]", served, candidate, &fields)
      }
    case (.string(let old), .string(let new)) where path == "_expire":
      guard old != new else { return }
      fields.note(path, fresh(old), fresh(new))
    case (.string(let before), .string(let after)):
      // The audience has its own column, and who has another one has it in all links.
      let isSame =
        before == after || (before == served.audience && after == candidate.audience)
        || AnswerComparison.plain(before, readers.served)
          == AnswerComparison.plain(after, readers.candidate)
      guard !isSame else { return }
      fields.note(
        path,
        AnswerComparison.shown(AnswerComparison.text(old)),
        AnswerComparison.shown(AnswerComparison.text(new))
      )
    default:
      let (old, new) = (AnswerComparison.text(old), AnswerComparison.text(new))
      guard old != new else { return }
      fields.note(
        path.isEmpty ? "body" : path,
        AnswerComparison.shown(old),
        AnswerComparison.shown(new)
      )
    }
  }

  private func fresh(_ expire: String) -> String {
    Int64(expire).map { "in \($0 &- now.seconds) s" } ?? expire
  }

  /// A link without its token, so that links for two audiences are the same.
  private static func plain(_ link: String, _ reader: TokenReader) -> String {
    let begin = link.firstRange(of: "://").map { link[$0.upperBound...] } ?? link[...]
    guard let slash = begin.firstIndex(of: "/") else { return link }
    let first = begin[begin.index(after: slash)...]
    let segment = first.prefix { !"/?#".contains($0) }
    guard !segment.isEmpty, reader.token(segment.utf8Span.span) != nil else { return link }
    return String(link[..<slash] + first[segment.endIndex...])
  }

  private static func text(_ value: DataValue?) -> String? {
    value.map { String(decoding: $0.json, as: UTF8.self) }
  }

  /// A value as an example shows it.
  private static func shown(_ text: String?) -> String {
    guard let text else { return "-" }
    return text.count > mostCharacters ? "\(text.prefix(mostCharacters))..." : text
  }
}
