// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import LocaleFormats

/// What a message asks for: the same in every language.
package struct MessageArguments: Sendable {
  /// The kind of value of every argument, placeholders and choices alike.
  package private(set) var kinds: [String: Placeholder.Kind] = [:]
  /// The currencies of those that are amounts.
  package private(set) var currencies: [String: CurrencyCode] = [:]
  /// Those that only choose between texts somewhere, and may be left out of some of them.
  package private(set) var choosing: Set<String> = []

  init(_ message: Message) { add(message) }

  private mutating func add(_ message: Message) {
    for part in message.parts {
      switch part {
      case .text, .percent: break
      case .placeholder(let placeholder):
        add(placeholder.argument, placeholder.kind)
        if case .money(let currency?, _, _) = placeholder.format {
          currencies[placeholder.argument.identity] = currency
        }
      case .choice(let choice):
        switch choice.selector {
        case .device: break
        case .plural(let argument, isOrdinal: _, offset: _):
          add(argument, .any)
          choosing.insert(argument.identity)
        case .word(let argument):
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

extension Message {
  package var arguments: MessageArguments { MessageArguments(self) }

  /// The arguments that are shown whatever is chosen.
  package var everPresentArguments: Set<String> {
    var present: Set<String> = []
    for part in parts {
      switch part {
      case .text, .percent: break
      case .placeholder(let placeholder): present.insert(placeholder.argument.identity)
      case .choice(let choice):
        var shared: Set<String>?
        for choiceCase in choice.cases {
          let inCase = choiceCase.message.everPresentArguments
          shared = shared?.intersection(inCase) ?? inCase
        }
        present.formUnion(shared ?? [])
      // Each text of a list stands for itself, and may leave out what another one shows.
      case .list(let messages):
        for message in messages { present.formUnion(message.everPresentArguments) }
      }
    }
    return present
  }

  /// The devices that a text makes a difference for.
  package var devices: Set<DeviceClass> {
    var devices: Set<DeviceClass> = []
    forEachChoice { choice in
      for case .device(let device) in choice.cases.map(\.key) { devices.insert(device) }
    }
    return devices
  }

  /// Calls for every choice, the outer ones first.
  package func forEachChoice(_ body: (Choice) -> Void) {
    for part in parts {
      switch part {
      case .text, .percent, .placeholder: break
      case .choice(let choice):
        body(choice)
        for choiceCase in choice.cases { choiceCase.message.forEachChoice(body) }
      case .list(let messages): for message in messages { message.forEachChoice(body) }
      }
    }
  }
}
