// SPDX-License-Identifier: Apache-2.0

import ContentModel

// Most requests accept JSON without a word about the other formats, in a hundred ways. The edge makes
// one of them, so that its cache keeps one answer for all.

/// The regular expressions that tell which of the gateway's formats a request asks for.
enum FormatPatterns {
  /// What stands behind a path that asks for a format, if it does.
  static let suffix =
    "(?:\\.\(AlternativesPattern(AnswerFormat.allCases.map(\.fileExtension)).pattern))?"

  /// A request accepts the format for who has no preference.
  static let acceptsStandard: String = {
    let parts = AnswerFormat.standard.mediaType.split(separator: "/").map(String.init)
    let names = parts.map { AlternativesPattern.escaped($0) }
    return "(?:^|[, \\t])(?:\\*/\\*|\(names[0])/(?:\\*|\(names[1])))(?:[,; \\t]|$)"
  }()

  /// A request names another format, or weighs one against another: the gateway is to choose. It is
  /// for any letters, large or small.
  static let needsGateway: String = {
    let others = AnswerFormat.allCases.filter { $0 != .standard }.map(\.mediaType)
    let standard = AlternativesPattern.escaped(AnswerFormat.standard.mediaType)
    let excluded = "q[ \\t]*=[ \\t]*0(?:\\.0*)?[ \\t]*(?:[,;]|$)"
    return "\(AlternativesPattern(others).pattern)|\(standard)[ \\t]*;|\(excluded)"
  }()

  /// A request accepts just one of the other formats, named as it is.
  static let isOther =
    "^\(AlternativesPattern(AnswerFormat.allCases.filter { $0 != .standard }.map(\.mediaType)).pattern)$"
}
