// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// The options of a command in a file of JSON5, under the names that they have on the command line.
///
///     { site: ["shop", "garden"], cache: "2G", loops: 4, "keep-cache": true }
///
/// An option on the command line stands in place of the file's. Paths are those from the file's folder.
package struct OptionsFile: Sendable {
  /// The maximum size of the file.
  package static let mostBytes = 1_048_576

  private let name: String
  /// From the place where the process runs to the file; empty, or with a slash at its end.
  private let folder: String
  private let values: [(option: Option, value: DataValue)]

  /// - Parameters:
  ///   - path: the path of the file, as messages name it.
  ///   - except: the option that names the file, which is not in it.
  package init(
    _ bytes: [UInt8],
    at path: String,
    of command: CommandDefinition,
    except: String
  ) throws(UsageError) {
    name = path
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let read: DataValue
    do {
      read = try DataValue(reading: bytes.span, as: .json5)
    } catch {
      throw UsageError("\(path): \(error)")
    }
    guard case .dictionary(let members) = read.content else {
      throw UsageError("\(path) is \(read.kindName); expected an object of options")
    }
    let options = command.options.filter { $0.name != except }
    var values: [(Option, DataValue)] = []
    for member in members.members where member.key != "$schema" {
      guard let option = options.first(where: { $0.name == member.key }) else {
        let nearest = Suggestion.nearest(to: member.key, among: options.map(\.name))
        let hint = nearest.map { "; did you mean \($0)?" } ?? ""
        throw UsageError(
          "\(path):\(member.value.position): there is no option \"\(member.key)\"\(hint)"
        )
      }
      values.append((option, member.value))
    }
    self.values = values
  }

  /// The texts of the options that the command line does not have, with the places in the file.
  func texts(
    besides given: (String) -> Bool
  ) throws(UsageError) -> [(name: String, texts: [String], place: String)] {
    var all: [(name: String, texts: [String], place: String)] = []
    for (option, value) in values where !given(option.name) {
      let place = "\"\(option.name)\" at \(name):\(value.position)"
      guard let texts = texts(of: option, value) else {
        throw UsageError("\(place) is \(value.kindName); expected \(option.expectation)")
      }
      if !texts.isEmpty { all.append((option.name, texts, place)) }
    }
    return all
  }

  /// The option's values as the command line has them, none for a switch that is off; `nil` for a wrong value.
  private func texts(of option: Option, _ value: DataValue) -> [String]? {
    switch (value.content, option.value) {
    case (.bool(let isOn), nil): isOn ? [""] : []
    case (.string(let text), _?): [placed(text, option)]
    case (.integer(let number), _?): ["\(number)"]
    case (.decimal(let number), _?): ["\(number)"]
    case (.array(let elements), _?) where option.repeats && !elements.isEmpty:
      elements.allSatisfy { $0.string != nil }
        ? elements.compactMap(\.string).map { placed($0, option) } : nil
    default: nil
    }
  }

  /// A path from the folder of the file; what is no path stays as it is.
  private func placed(_ text: String, _ option: Option) -> String {
    guard option.isPath, !text.isEmpty, text != "-" else { return text }
    // `viewer=FILE` has a word before its path.
    let start = option.value?.hasPrefix("[") == true ? text.firstIndex(of: "=") : nil
    let path = start.map { text[text.index(after: $0)...] } ?? text[...]
    guard !path.hasPrefix("/"), !path.contains("://") else { return text }
    return text.prefix(text.count - path.count) + folder + path
  }
}

extension Option {
  /// Whether its value is the path of a file or a folder.
  fileprivate var isPath: Bool {
    ["FILE", "FOLDER", "PATH"].contains { value?.hasSuffix($0) == true }
  }

  fileprivate var expectation: String {
    guard let value else { return "true or false" }
    return "a text, \(value)" + (repeats ? ", or a list of them" : "")
  }
}

extension CommandDefinition {
  /// The JSON Schema of a file of the options, for editors.
  ///
  /// - Parameter except: the option that names the file, which is not in it.
  package func schema(_ title: String, except: String) -> DataValue {
    let properties = options.filter { $0.name != except }.map { option in
      (option.name, option.schema)
    }
    return .members([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text(title)), ("type", .text("object")), ("additionalProperties", .boolean(false)),
      ("properties", .members([("$schema", .members([("type", .text("string"))]))] + properties)),
    ])
  }
}

extension Option {
  fileprivate var schema: DataValue {
    let text = summary + (fallback.map { " (default: \($0))" } ?? "")
    func of(_ kinds: String...) -> [(String, DataValue)] {
      [("type", kinds.count == 1 ? .text(kinds[0]) : .texts(kinds))]
    }
    guard value != nil else { return .members([("description", .text(text))] + of("boolean")) }
    guard repeats else { return .members([("description", .text(text))] + of("string", "number")) }
    let list = of("array") + [("minItems", .number(1)), ("items", .members(of("string")))]
    return .members([
      ("description", .text(text)),
      ("anyOf", .list([.members(of("string", "number")), .members(list)])),
    ])
  }
}
