// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// Reads an object of JSON, and says everything that is wrong with it at once.
struct BodyReader {
  private let dictionary: DataDictionary
  /// A JSON Pointer to the object.
  private let place: String
  private var known: Set<String> = []
  private(set) var faults: [InputFault] = []

  /// How much JSON may ask of its reader: 16 levels and 10,000 values.
  private static var rules: ReadingRules {
    var rules = ReadingRules.documents
    rules.limits.depth = 16
    rules.limits.values = 10_000
    return rules
  }

  /// The body of a request, which must be an object of JSON.
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

  /// The value of a member; `nil` when it is not there or null.
  mutating func value(_ name: String) -> DataValue? {
    known.insert(name)
    guard let value = dictionary[name] else { return nil }
    if case .null = value.content { return nil }
    return value
  }

  /// A text; `nil` when it is not there.
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

  /// An integer; `nil` when it is not there.
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

  /// Says that a member is needed when it is not there; what is there but wrong was said already.
  mutating func need(_ name: String) {
    if dictionary[name] == nil { fault(name, "is needed") }
  }

  /// Notes what is wrong with a member.
  mutating func fault(_ name: String, _ detail: String) {
    faults.append(InputFault(place: "\(place)/\(name)", detail: detail))
  }

  /// Takes over what was wrong further inside.
  mutating func add(_ others: [InputFault]) { faults += others }

  /// Notes the members that nobody asked for.
  mutating func noteUnknown() {
    for member in dictionary.members where !known.contains(member.key) {
      fault(member.key, "is not known, expected \(known.sorted().joined(separator: ", "))")
    }
  }

  /// Ends reading.
  mutating func finish() throws(Refusal) {
    noteUnknown()
    guard faults.isEmpty else {
      throw Refusal(.unprocessableContent, "the body cannot be used", faults: faults)
    }
  }

  /// A value as a number; `nil` when it is none.
  static func number(_ value: DataValue) -> Double? {
    switch value.content {
    case .integer(let number): Double(exactly: number)
    case .decimal(let decimal) where decimal.isFinite: decimal.value
    default: nil
    }
  }

  /// A value in the words of an error, not all of a long one.
  static func seen(_ value: DataValue) -> String {
    switch value.content {
    case .integer(let number): "\(number)"
    case .decimal(let decimal): decimal.text
    case .string(let text): "a text of \(text.utf8.count) bytes"
    default: value.kindName
    }
  }
}
