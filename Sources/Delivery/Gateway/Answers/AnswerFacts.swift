// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// Facts about an answer, for events and caches.
struct AnswerFacts {
  /// The path of the document, without its token.
  let document: String
  /// The path of the document as the site declares it, with the names in place of their values.
  let route: String
  /// The canonical token; empty for what is the same for everybody.
  let audience: String
  let language: String?
  /// The answer's cache key as one text.
  let key: String

  init(_ key: AnswerKey, path: String, route: String, audience: String, language: String?) {
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
}
