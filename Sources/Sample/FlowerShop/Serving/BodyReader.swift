// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// Parses a JSON object and collects all errors.
struct BodyReader {
  private let dictionary: DataDictionary
  /// A JSON Pointer to the object.
  private let place: String
  private var known: Set<String> = []
  private(set) var faults: [InputFault] = []

  /// The limits for JSON: 16 levels and 10,000 values.
  private static var rules: ReadingRules {
    var rules = ReadingRules.documents
    rules.limits.depth = 16
    rules.limits.values = 10_000
    return rules
  }

  /// Parses the body of a request, which must be a JSON object.
  init(_ request: ServiceRequest) throws(Refusal) {
    let type = request.fields["content-type"] ?? ""
    let essence = type.prefix { $0 != ";" }.lowercased()
    guard essence.drop(while: { $0 == " " }).hasPrefix("application/json") else {
      let fields: Fields = request.method == .patch ? ["accept-patch": "application/json"] : [:]
      throw Refusal(
        .unsupportedMediaType,
        "the body is \(type.isEmpty ? "of no type" : type), expected application/json",
        fields: fields
      )
    }
    do throws(DataFileError) {
      try self.init(DataValue(reading: request.body.span, as: .json, rules: BodyReader.rules))
    } catch {
      throw Refusal(.badRequest, "the body is no JSON: \(error)")
    }
  }

  private init(_ value: DataValue) throws(DataFileError) {
    guard case .dictionary(let dictionary) = value.content else {
      throw DataFileError(
        .syntax,
        at: value.position,
        seen: value.kindName,
        expected: "an object"
      )
    }
    self.init(dictionary, at: "")
  }

  init(_ dictionary: DataDictionary, at place: String) {
    self.dictionary = dictionary
    self.place = place
  }

  /// Returns the value of a member; `nil` if it is missing or null.
  mutating func value(_ name: String) -> DataValue? {
    known.insert(name)
    guard let value = dictionary[name] else { return nil }
    if case .null = value.content { return nil }
    return value
  }

  /// Returns a text; `nil` if it is missing.
  mutating func text(_ name: String, _ bytes: ClosedRange<Int> = 1...200) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value.content, bytes.contains(text.utf8.count) else {
      fault(
        name,
        "is \(BodyReader.seen(value)), expected a text of \(bytes.lowerBound) to"
          + " \(bytes.upperBound) bytes"
      )
      return nil
    }
    return text
  }

  /// Returns an integer; `nil` if it is missing.
  mutating func integer(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
    guard let value = value(name) else { return nil }
    guard case .integer(let number) = value.content, range.contains(number) else {
      fault(
        name,
        "is \(BodyReader.seen(value)), expected an integer from \(range.lowerBound) to"
          + " \(range.upperBound)"
      )
      return nil
    }
    return number
  }

  /// Reports a missing member, unless it was present and already reported.
  mutating func need(_ name: String) {
    if dictionary[name] == nil { fault(name, "is needed") }
  }

  /// Adds an error about a member.
  mutating func fault(_ name: String, _ detail: String) {
    faults.append(InputFault(place: "\(place)/\(name)", detail: detail))
  }

  /// Adds the errors of nested objects.
  mutating func add(_ others: [InputFault]) { faults += others }

  /// Adds an error for each unknown member.
  mutating func noteUnknown() {
    for member in dictionary.members where !known.contains(member.key) {
      fault(member.key, "is not known, expected \(known.sorted().joined(separator: ", "))")
    }
  }

  /// Throws if there were errors.
  mutating func finish() throws(Refusal) {
    noteUnknown()
    guard faults.isEmpty else {
      throw Refusal(.unprocessableContent, "the body cannot be used", faults: faults)
    }
  }

  /// Returns a value as a number; `nil` if it is none.
  static func number(_ value: DataValue) -> Double? {
    switch value.content {
    case .integer(let number): Double(exactly: number)
    case .decimal(let decimal) where decimal.isFinite: decimal.value
    default: nil
    }
  }

  /// Returns a value for an error text, shortened.
  static func seen(_ value: DataValue) -> String {
    switch value.content {
    case .integer(let number): "\(number)"
    case .decimal(let decimal): decimal.text
    case .string(let text): "a text of \(text.utf8.count) bytes"
    default: value.kindName
    }
  }
}
