// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// Parses a query and collects all errors.
struct QueryReader {
  private let query: QueryParameters
  private var known: Set<String> = []
  private var faults: [InputFault] = []

  init(_ request: ServiceRequest) { query = request.query }

  /// Returns a text of at most `limit` bytes; `nil` if it is missing.
  mutating func text(_ name: String, atMost limit: Int = 100) -> String? {
    known.insert(name)
    guard let value = query[name] else { return nil }
    guard (1...limit).contains(value.utf8.count) else {
      fault(name, "has \(value.utf8.count) bytes, expected 1 to \(limit)")
      return nil
    }
    return value
  }

  /// Returns an integer; `otherwise` if it is missing.
  mutating func integer(_ name: String, in range: ClosedRange<Int>, unless otherwise: Int) -> Int {
    guard let text = text(name) else { return otherwise }
    guard let number = Int(text), range.contains(number) else {
      fault(name, "is \(text), expected \(range.lowerBound) to \(range.upperBound)")
      return otherwise
    }
    return number
  }

  /// Returns distinct values separated by commas; `nil` if there are none.
  mutating func list(_ name: String, atMost limit: Int) -> [String]? {
    guard let text = text(name, atMost: limit * 40) else { return nil }
    var values: [String] = []
    for value in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard !value.isEmpty else {
        fault(name, "has nothing between two commas")
        return nil
      }
      if !values.contains(value) { values.append(value) }
    }
    guard values.count <= limit else {
      fault(name, "has \(values.count) values, expected at most \(limit)")
      return nil
    }
    return values
  }

  /// Returns values separated by commas, at least one.
  mutating func neededList(_ name: String, atMost limit: Int) -> [String] {
    if let values = list(name, atMost: limit) { return values }
    if query[name] == nil { fault(name, "is not there, expected 1 to \(limit) values") }
    return []
  }

  /// Returns one of the allowed values.
  mutating func choice(_ name: String, of values: [String]) -> String? {
    guard let text = text(name) else { return nil }
    guard values.contains(text) else {
      fault(name, "is \(text), expected one of \(values.joined(separator: ", "))")
      return nil
    }
    return text
  }

  /// Adds an error about a parameter.
  mutating func fault(_ name: String, _ detail: String) {
    faults.append(InputFault(place: name, detail: detail))
  }

  /// Throws if there were errors, unknown names included.
  mutating func finish() throws(Refusal) {
    var seen: Set<String> = []
    for pair in query.pairs {
      if !known.contains(pair.name) {
        let expected = known.isEmpty ? "none" : known.sorted().joined(separator: ", ")
        fault(pair.name, "is not known, expected \(expected)")
      } else if !seen.insert(pair.name).inserted {
        fault(pair.name, "is there twice")
      }
    }
    guard faults.isEmpty else {
      throw Refusal(.badRequest, "the query cannot be used", faults: faults)
    }
  }
}
