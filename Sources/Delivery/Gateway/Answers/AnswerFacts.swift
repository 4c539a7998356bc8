// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// Facts about an answer, for events and caches.
struct AnswerFacts {
  /// The path of the document, without its token.
  let document: String
  /// The path of the document as the site declares it, with the names in place of their values.
  let route: String
  /// The canonical token; empty for an answer that is the same for everybody.
  let audience: String
  let language: String?
  /// The answer's cache key as one text.
  let key: String
  /// The first language that the visitor wants and the site has; `nil` where the answer is in that.
  var languageAsked: String?
  /// The number of languages that the visitor prefers to that of the answer.
  var fallbackSteps = 0
  /// The arms of experiments, such as `checkout=b`.
  var experiments: [String] = []
  /// The values that the document's `log` declares, such as `item=0101`.
  var captured: [String] = []
  /// Whether fields of the request decided in place of its URL, for which caches keep an answer of its own;
  /// `nil` for an answer of an earlier process.
  let variesByFields: Bool?
  /// The nanoseconds from which on a call for it counts as slow; `nil` for the usual limit.
  var slow: Int64?

  init(_ key: AnswerKey, path: String, route: String, audience: String, language: String?) {
    variesByFields = key.variesByFields
    document = path
    self.route = route
    self.audience = audience
    self.language = language
    var text = audience.isEmpty ? "/\(path)" : "/\(audience)/\(path)"
    for parameter in key.parameters where !parameter.isEmpty { text += ";\(parameter)" }
    if key.isLight { text += ";light" }
    if let fields = key.fields { text += ";fields=\(fields.joined(separator: ","))" }
    text += ";\(key.format.fileExtension);\(key.codings.name)"
    self.key = text
  }

  /// Makes the facts of an answer from a snapshot.
  init(document: String, route: String, audience: String, language: String?, key: String) {
    variesByFields = nil
    self.document = document
    self.route = route
    self.audience = audience
    self.language = language
    self.key = key
  }
}
