// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

/// Regular expressions that several writers need; none of them captures anything.
package enum EdgePatterns {
  /// Matches language tags in lower case that consist of a language, a script and a region; other tags
  /// are left to the gateway.
  static func usualTag(_ rules: EdgeRuleSet) -> String {
    let numbers = AlternativesPattern(rules.numberedRegions).pattern
    return "^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\(numbers)))?$"
  }

  /// Matches the language tags of a rule.
  static func tag(_ rule: TagRule) -> String {
    let regions =
      rule.regions.map { "-\(AlternativesPattern($0).pattern)" }
      ?? "(?:-[a-z0-9]{2,3})?"
    return "^\(AlternativesPattern(rule.bases).pattern)\(regions)$"
  }

  static func word(_ word: AudienceGroup.Word) -> String {
    "^\(AlternativesPattern(word.values).pattern)$"
  }

  static var devices: String {
    AlternativesPattern(DeviceClass.allCases.map(\.rawValue)).pattern
  }

  /// Patterns that are searched for in user agents in lower case, in this order.
  static var userAgents: [(pattern: String, device: String)] {
    var found: [(words: [String], device: DeviceClass)] = []
    for (word, device) in DeviceClass.userAgentWords {
      if found.last?.device == device {
        found[found.count - 1].words.append(word)
      } else {
        found.append(([word], device))
      }
    }
    return found.map { (AlternativesPattern($0.words).pattern, $0.device.rawValue) }
  }

  /// Patterns of documents' paths without their first slash; the first one that matches counts.
  static func paths(_ table: PathTable) -> [(pattern: String, group: Int)] {
    var found: [(String, Int)] = []
    for (group, paths) in table.paths.enumerated() where !paths.isEmpty {
      found += patterns(paths).map { ("\($0)\(FormatPatterns.suffix)", group) }
    }
    found += table.routes.map { (route($0.path), $0.group) }
    for (group, folders) in table.folders.enumerated() where !folders.isEmpty {
      found += patterns(folders).map { ("\($0)/.+", group) }
    }
    return found
  }

  /// Matches the first segment of a path where the gateway reads it as a token: language tags, then words.
  /// It matches tokens as links have them; paths with those of other forms are left to the gateway.
  package static let token: String = {
    let region = "(?:-(?:[a-z]{2}|\\d{3}))?"
    let variant = "(?:-(?:[a-z0-9]{5,8}|\\d[a-z0-9]{3}))?"
    let tag = "[a-z]{2,3}(?:-[a-z]{4})?\(region)\(variant)"
    let words = "(?:\\.[\\w-][\\w~-]*)*(?:\\.~[a-z0-9]+)?"
    return "(?=[^/?]{1,256}/)(?:\(tag)(?:~(?=[a-z])|(?=[./])))+\(words)"
  }()

  /// Matches the paths along passes that go before documents; nothing where there are none.
  ///
  /// - Parameter end: matches what may follow a path besides a slash.
  static func passes(_ rules: [PassRule], end: String) -> String {
    let prefixes = rules.map(\.prefix).filter { !$0.isEmpty }
    return "^\(AlternativesPattern(prefixes).pattern)(?:/|\(end))"
  }

  /// The most bytes of a pattern, since nginx takes words of 4,096 bytes at most.
  static let maximumBytes = 3_000

  /// Patterns for paths, as few as the limit of their bytes allows.
  private static func patterns(_ paths: [String]) -> [String] {
    let pattern = AlternativesPattern(paths).pattern
    guard pattern.utf8.count > maximumBytes, paths.count > 1 else { return [pattern] }
    let sorted = paths.sorted()
    let middle = sorted.count / 2
    return patterns(Array(sorted[..<middle])) + patterns(Array(sorted[middle...]))
  }

  /// A pattern for a path with names in braces. The value of a name may contain anything but a slash,
  /// also what looks like an extension.
  private static func route(_ path: String) -> String {
    let segments = path.split(separator: "/")
    return segments.map {
      $0.hasPrefix("{") ? "[^/?]+" : AlternativesPattern.escaped(String($0))
    }.joined(separator: "/") + (segments.last?.hasPrefix("{") == true ? "" : FormatPatterns.suffix)
  }
}
