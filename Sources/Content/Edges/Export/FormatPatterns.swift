// SPDX-License-Identifier: Apache-2.0

import ContentModel

// Most requests accept JSON and name no other format, but each client writes Accept in its own way. The
// edge writes all of these as one text, so that its cache keeps one answer for them.

/// Regular expressions that tell which of the gateway's formats a request asks for.
enum FormatPatterns {
  /// Matches the extension of a path that asks for a format, or nothing.
  static let suffix =
    "(?:\\.\(AlternativesPattern(AnswerFormat.allCases.map(\.fileExtension)).pattern))?"

  /// Matches Accept fields that accept the standard format.
  static let acceptsStandard: String = {
    let parts = AnswerFormat.standard.mediaType.split(separator: "/").map(String.init)
    let names = parts.map { AlternativesPattern.escaped($0) }
    return "(?:^|[, \\t])(?:\\*/\\*|\(names[0])/(?:\\*|\(names[1])))(?:[,; \\t]|$)"
  }()

  /// Matches Accept fields that name another format or weigh formats, which are left to the gateway;
  /// to be used without regard to case.
  static let needsGateway: String = {
    let others = AnswerFormat.allCases.filter { $0 != .standard }.map(\.mediaType)
    let standard = AlternativesPattern.escaped(AnswerFormat.standard.mediaType)
    let excluded = "q[ \\t]*=[ \\t]*0(?:\\.0*)?[ \\t]*(?:[,;]|$)"
    return "\(AlternativesPattern(others).pattern)|\(standard)[ \\t]*;|\(excluded)"
  }()

  /// Matches Accept fields that are the media type of one other format and nothing else.
  static let isOther =
    "^\(AlternativesPattern(AnswerFormat.allCases.filter { $0 != .standard }.map(\.mediaType)).pattern)$"
}
