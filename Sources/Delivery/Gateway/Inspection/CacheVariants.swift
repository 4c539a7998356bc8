// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import ContentResolution
import HTTPCaching

/// A document, path or call that is kept in many variants, with what multiplies them.
package struct CacheVariants: Sendable {
  /// Something that answers differ by, such as the language, with the number of its values.
  package struct Dimension: Sendable, Equatable {
    package let name: String
    package let values: Int
  }

  package let subject: CacheSubject
  package let variants: Int
  package let bytes: Int
  /// Those with more than one value, the one with the most values first.
  package let dimensions: [Dimension]
}

/// Counts the values of each dimension.
struct DimensionCounter {
  private var values: [String: Set<String>] = [:]

  mutating func add(_ value: String, to dimension: String) {
    values[dimension, default: []].insert(value)
  }

  var dimensions: [CacheVariants.Dimension] {
    values.filter { $0.value.count > 1 }
      .map { CacheVariants.Dimension(name: $0.key, values: $0.value.count) }
      .sorted { ($1.values, $0.name) < ($0.values, $1.name) }
  }

  /// Adds an answer of a document, by the parts of its key.
  mutating func add(_ answer: SharedAnswer, _ audiences: AudienceNames) {
    let facts = answer.facts
    audiences.add(facts.audience, to: &self)
    add("\(facts.variesByFields ?? false)", to: "place of the audience")
    guard let request = answer.request else { return addParts(of: facts.form) }
    add("\(request.format)", to: "format")
    add(request.codings.name, to: "encoding")
    add("\(request.isLight)", to: "view")
    add(request.fields?.joined(separator: ",") ?? "", to: "fields")
    addParameters(answer.query.dropFirst())
  }

  /// Adds the parts that the key of a document ends with.
  private mutating func addParts(of form: String) {
    let parts = form.split(separator: ";")
    guard parts.count > 1 else { return }
    add(String(parts[parts.count - 1]), to: "encoding")
    add(String(parts[parts.count - 2]), to: "format")
    add("\(parts.contains("light"))", to: "view")
    add(parts.first { $0.hasPrefix("fields=") }.map { String($0) } ?? "", to: "fields")
  }

  /// Adds the parameters of a query.
  mutating func addParameters(_ query: some StringProtocol) {
    for pair in query.split(separator: "&") {
      let mark = pair.firstIndex(of: "=") ?? pair.endIndex
      add(String(pair[mark...]), to: "parameter \(pair[..<mark])")
    }
  }

  /// Adds the stored answers of a target, by the request fields that Vary names.
  mutating func add(_ responses: StoredResponses) {
    for head in responses.heads {
      for entry in head.variant.entries {
        let value = entry.value.map { String(decoding: $0, as: UTF8.self) } ?? ""
        add(value, to: "Vary: \(entry.name)")
      }
    }
  }
}

/// The dimensions of audience tokens, by the words of an edition.
package struct AudienceNames: Sendable {
  private let reader: TokenReader?
  private let experiments: [String]

  /// - Parameter reader: `nil` where no edition is published, so that tokens have no meaning.
  package init(_ reader: TokenReader?, experiments: [String]) {
    self.reader = reader
    self.experiments = experiments
  }

  func add(_ token: String, to counter: inout DimensionCounter) {
    guard let audience = reader?.token(token.utf8Span.span)?.audience ?? empty(token) else {
      return counter.add(token, to: "audience")
    }
    counter.add(token.isEmpty ? "und" : "\(token.prefix { $0 != "." })", to: "language")
    for (name, dimension) in named { counter.add("\(audience[dimension])", to: name) }
  }

  private func empty(_ token: String) -> Audience? { token.isEmpty ? Audience() : nil }

  private var named: [(String, Dimension)] {
    [
      ("country", .country), ("device", .device), ("app version", .app), ("build", .build),
      ("app", .appName),
    ]
      + experiments.enumerated().map { ("experiment \($0.element)", Dimension.cohort($0.offset)) }
  }
}
