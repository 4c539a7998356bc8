// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Editions
import HTTPValues
import Plans
import Services
import Sites

/// The values that events show of a request because its document or pass declares them, as `name=value`.
enum CapturedValues {
  /// Maximum bytes of a value; longer ones are cut.
  static let mostBytes = 128

  /// Returns a text for each name that has a value.
  static func texts(_ names: [String], _ value: (String) -> String?) -> [String] {
    names.compactMap { name in value(name).map { "\(name)=\(cut($0))" } }
  }

  /// Returns the values of a document: parameters by their names, and members of the body.
  static func texts(
    _ rules: LogRules,
    _ parameters: [String: String],
    _ body: DataDictionary?
  ) -> [String] {
    texts(rules.capture) { parameters[$0] ?? body?[$0].flatMap(text) }
  }

  /// Returns the values of a pass: parameters of the query, as they were sent.
  static func texts(_ rules: LogRules, of request: borrowing RequestView) -> [String] {
    let path = request.path.count
    guard !rules.capture.isEmpty, path < request.target.count else { return [] }
    let pairs = request.target.extracting((path + 1)...).text.split(separator: "&")
    return texts(rules.capture) { name in
      pairs.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }
  }

  /// Returns a value as text; `nil` for a dictionary and for binary data.
  private static func text(_ value: DataValue) -> String? {
    switch value.content {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .decimal(let number): number.text
    case .bool(let bool): "\(bool)"
    case .date(let date): "\(date)"
    case .array(let values): values.compactMap(text).joined(separator: ",")
    case .null, .data, .dictionary: nil
    }
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > mostBytes else { return text }
    var cut = text.prefix(mostBytes)
    while cut.utf8.count > mostBytes { cut.removeLast() }
    return String(cut)
  }
}

/// The facts about a pass that events of its requests need.
final class PassFacts: Sendable {
  let prefix: String
  let log: LogRules

  init(_ declaration: PassDeclaration) {
    prefix = declaration.shownPrefix
    log = declaration.log
  }
}

extension ContentTarget {
  /// The values of the names in the document's path, and of its parameters.
  func named(by document: PlannedDocument) -> [String: String] {
    var named: [String: String] = [:]
    for (name, value) in zip(document.names, values) { named[name] = value }
    for (parameter, value) in zip(document.plan.parameters, parameters) where !value.isEmpty {
      named[parameter.name] = value
    }
    return named
  }
}
