// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel

extension SharedAnswer {
  /// Facts that the answers of one document have in common for one audience and in one form, for events and
  /// caches. They share one object.
  final class Facts: Sendable {
    /// The path of the document as the site declares it, with the names in place of their values.
    let route: String
    /// The canonical token; empty for an answer that is the same for everybody.
    let audience: String
    let language: String?
    /// The view, the format and the codings, as the cache key has them at its end.
    let form: String
    /// The first language that the visitor wants and the site has; `nil` where the answer is in that.
    let languageAsked: String?
    /// The number of languages that the visitor prefers to that of the answer.
    let fallbackSteps: Int
    /// The arms of experiments, such as `checkout=b`.
    let experiments: [String]
    /// Whether fields of the request decided in place of its URL, for which caches keep an answer of its own;
    /// `nil` for an answer of an earlier process.
    let variesByFields: Bool?
    /// The nanoseconds from which on a call for it counts as slow; `nil` for the usual limit.
    let slow: Int64?

    /// - Parameter asked: the first language that the visitor wants, if it is another one, and the number of
    ///   languages before that of the answer.
    init(
      route: String,
      audience: String,
      language: String?,
      form: String,
      asked: (language: String, steps: Int)? = nil,
      experiments: [String] = [],
      variesByFields: Bool? = nil,
      slow: Int64? = nil
    ) {
      self.route = route
      self.audience = audience
      self.language = language
      self.form = form
      languageAsked = asked?.language
      fallbackSteps = asked?.steps ?? 0
      self.experiments = experiments
      self.variesByFields = variesByFields
      self.slow = slow
    }

    /// The view, the format and the codings that a key asks for.
    static func form(of key: AnswerKey) -> String {
      var form = key.isLight ? "light;" : ""
      if let fields = key.fields { form += "fields=\(fields.joined(separator: ","));" }
      form += key.format.fileExtension
      form += ";"
      form += key.codings.name
      return form
    }

    /// The cache key of an answer as one text.
    ///
    /// - Parameters:
    ///   - path: the path of the document, without its token.
    ///   - parameters: the values of its parameters, each behind a semicolon.
    func key(of path: String, _ parameters: String) -> [UInt8] {
      var key: [UInt8] = []
      key.reserveCapacity(
        audience.utf8.count + path.utf8.count + parameters.utf8.count + form.utf8.count + 3
      )
      key.append(UInt8(ascii: "/"))
      if !audience.isEmpty {
        key.append(audience.utf8Span.span)
        key.append(UInt8(ascii: "/"))
      }
      key.append(path.utf8Span.span)
      if !parameters.isEmpty { key.append(parameters.utf8Span.span) }
      key.append(UInt8(ascii: ";"))
      key.append(form.utf8Span.span)
      return key
    }
  }
}

extension SharedAnswer.Facts: Hashable {
  static func == (one: SharedAnswer.Facts, other: SharedAnswer.Facts) -> Bool {
    if one === other { return true }
    return one.route == other.route && one.audience == other.audience
      && one.language == other.language && one.form == other.form
      && one.languageAsked == other.languageAsked && one.fallbackSteps == other.fallbackSteps
      && one.experiments == other.experiments && one.variesByFields == other.variesByFields
      && one.slow == other.slow
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(route)
    hasher.combine(audience)
    hasher.combine(form)
  }
}
