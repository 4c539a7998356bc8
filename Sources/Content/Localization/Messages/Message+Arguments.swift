// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import LocaleFormats

/// The arguments of a message, which must agree between languages.
struct MessageArguments: Sendable {
  /// The kind of every argument, of placeholders and choices alike.
  private(set) var kinds: [String: Placeholder.Kind] = [:]
  /// The currencies of arguments that are amounts.
  private(set) var currencies: [String: CurrencyCode] = [:]
  /// The arguments by which texts are chosen.
  private(set) var choosing: Set<String> = []
  /// The arguments that are shown.
  private(set) var shown: Set<String> = []

  init(_ message: Message) { add(message) }

  private mutating func add(_ message: Message) {
    for part in message.parts {
      switch part {
      case .text, .percent: break
      case .placeholder(let placeholder):
        add(placeholder.argument, placeholder.kind)
        shown.insert(placeholder.argument.identity)
        if case .money(let currency?, _, _) = placeholder.format {
          currencies[placeholder.argument.identity] = currency
        }
      case .choice(let choice):
        if let argument = choice.selector.argument {
          add(argument, .any)
          choosing.insert(argument.identity)
        }
        for choiceCase in choice.cases { add(choiceCase.message) }
      case .list(let messages): for message in messages { add(message) }
      }
    }
  }

  private mutating func add(_ argument: Argument, _ kind: Placeholder.Kind) {
    if kinds[argument.identity] ?? .any == .any { kinds[argument.identity] = kind }
  }
}

extension Choice.Selector {
  /// The argument that decides; `nil` if the device does.
  var argument: Argument? {
    switch self {
    case .device: nil
    case .plural(let argument, isOrdinal: _, offset: _), .word(let argument): argument
    }
  }
}

extension Message {
  var arguments: MessageArguments { MessageArguments(self) }

  /// Returns the arguments shown for these choices, and `other` for all else.
  func shownArguments(choosing chosen: [Choice.Selector: Choice.Key] = [:]) -> Set<String> {
    var shown: Set<String> = []
    for part in parts {
      switch part {
      case .text, .percent: break
      case .placeholder(let placeholder): shown.insert(placeholder.argument.identity)
      case .choice(let choice):
        let message = choice.message(for: chosen[choice.selector] ?? .other)
        shown.formUnion(message?.shownArguments(choosing: chosen) ?? [])
      case .list(let messages):
        for message in messages { shown.formUnion(message.shownArguments(choosing: chosen)) }
      }
    }
    return shown
  }

  /// The placeholders that cannot be formatted here.
  var unwritablePlaceholders: [Placeholder] {
    var found: [Placeholder] = []
    forEachPlaceholder { if !$0.isWritable { found.append($0) } }
    return found
  }

  /// The arguments of choices and placeholders, each as often as it is there.
  var allArguments: [Argument] {
    var found: [Argument] = []
    forEachChoice { if let argument = $0.selector.argument { found.append(argument) } }
    forEachPlaceholder { found.append($0.argument) }
    return found
  }

  /// The names of arguments by position, where the message has both.
  var namesOfPositions: [Int: String] {
    allArguments.reduce(into: [:]) { names, argument in
      if let name = argument.name, let position = argument.position { names[position] = name }
    }
  }

  /// The devices for which a text differs.
  package var devices: Set<DeviceClass> {
    var devices: Set<DeviceClass> = []
    forEachChoice { choice in
      for case .device(let device) in choice.cases.map(\.key) { devices.insert(device) }
    }
    return devices
  }

  /// Calls `body` for every choice, outer ones first.
  func forEachChoice(_ body: (Choice) -> Void) {
    forEachPart { if case .choice(let choice) = $0 { body(choice) } }
  }

  private func forEachPlaceholder(_ body: (Placeholder) -> Void) {
    forEachPart { if case .placeholder(let placeholder) = $0 { body(placeholder) } }
  }

  private func forEachPart(_ body: (Part) -> Void) {
    for part in parts {
      body(part)
      switch part {
      case .text, .percent, .placeholder: break
      case .choice(let choice):
        for choiceCase in choice.cases { choiceCase.message.forEachPart(body) }
      case .list(let messages): for message in messages { message.forEachPart(body) }
      }
    }
  }
}
