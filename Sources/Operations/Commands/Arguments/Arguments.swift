// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files

/// The arguments of a subcommand, checked against its definition.
package struct Arguments {
  private var values: [String: [String]] = [:]
  package private(set) var operands: [String] = []
  /// Where a file has an option, by the names of those that are not on the command line.
  private var places: [String: String] = [:]

  /// Parses `--name value`, `--name=value` and `--name`; `--` ends the options.
  package init(_ words: some Sequence<String>, for command: CommandDefinition) throws(UsageError) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("--") else {
        // A leading dash means an option; such an argument must follow `--`.
        guard !word.hasPrefix("-") || word == "-" else { throw Arguments.unknown(word, command) }
        operands.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      let name = String(parts.first ?? "")
      guard let option = command.options.first(where: { $0.name == name }) else {
        throw Arguments.unknown("--\(name)", command)
      }
      let given = parts.count > 1 ? String(parts[1]) : nil
      try take(option, given, from: &rest)
    }
    guard command.operands != nil || operands.isEmpty else {
      throw UsageError("unexpected: \(operands.joined(separator: " "))")
    }
  }

  private static func unknown(_ word: String, _ command: CommandDefinition) -> UsageError {
    let letters = String(word.drop { $0 == "-" })
    let nearest = Suggestion.nearest(to: letters, among: command.options.map(\.name) + ["help"])
    return UsageError(
      "there is no option \(word)" + (nearest.map { "; did you mean --\($0)?" } ?? "")
    )
  }

  private mutating func take(
    _ option: Option,
    _ given: String?,
    from rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard values[option.name] == nil || option.repeats else {
      throw UsageError("--\(option.name) was given twice")
    }
    guard let placeholder = option.value else {
      guard given == nil else { throw UsageError("--\(option.name) takes no value") }
      values[option.name] = [""]
      return
    }
    // An option is never taken as a value; a value that looks like one needs an equals sign.
    let follows = rest.first.map { !$0.hasPrefix("--") } ?? false
    guard let value = given ?? (follows ? rest.popFirst() : nil) else {
      throw UsageError("--\(option.name) needs a value: \(placeholder)")
    }
    values[option.name, default: []].append(value)
  }

  /// Reads the file of options that an option names, or another one where that is there.
  package mutating func addFile(
    of option: String,
    or standard: String,
    for command: CommandDefinition
  ) throws(UsageError) {
    let given = value(option)
    let path = given ?? standard
    guard given != nil || Files.exists(path) else { return }
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: OptionsFile.mostBytes)
    } catch {
      throw UsageError("\(path) cannot be read: \(error)")
    }
    try add(OptionsFile(bytes, at: path, of: command, except: option))
  }

  /// Adds the options of a file that the command line does not have.
  package mutating func add(_ file: OptionsFile) throws(UsageError) {
    for (name, texts, place) in try file.texts(besides: has) {
      values[name] = texts
      places[name] = place
    }
  }

  /// Returns whether a file has the option, and the command line does not.
  package func isOfFile(_ name: String) -> Bool { places[name] != nil }

  /// An error about an option, with its place in the file that has it.
  package func located(_ error: UsageError) -> UsageError {
    let name = String(error.message.dropFirst(2).prefix { $0 != " " })
    guard error.message.hasPrefix("--"), let place = places[name] else { return error }
    return UsageError(place + error.message.dropFirst(2 + name.count))
  }

  /// Returns whether an option was given.
  package func has(_ name: String) -> Bool { values[name] != nil }

  package func value(_ name: String) -> String? { values[name]?.last }

  package func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option; `nil` where it is not given.
  ///
  /// - Parameters:
  ///   - expected: what a value has to be, for the error about another one.
  ///   - read: returns `nil` for a text that is no value.
  package func value<Value>(
    _ name: String,
    expected: String,
    _ read: (String) -> Value?
  ) throws(UsageError) -> Value? {
    try values(name, expected: expected, read).last
  }

  /// All values of an option.
  package func values<Value>(
    _ name: String,
    expected: String,
    _ read: (String) -> Value?
  ) throws(UsageError) -> [Value] {
    try all(name).map { text throws(UsageError) in
      guard let value = read(text) else {
        throw UsageError("--\(name) is \(text), expected \(expected)")
      }
      return value
    }
  }

  /// Refuses options that mean nothing without another one.
  package func check(_ names: String..., need other: String) throws(UsageError) {
    for name in names where has(name) && !has(other) {
      throw UsageError("--\(name) is for --\(other), which is not given")
    }
  }
}

/// The error of a wrong use of the command.
package struct UsageError: Error, CustomStringConvertible {
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
