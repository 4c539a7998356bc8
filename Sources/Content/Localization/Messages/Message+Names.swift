// SPDX-License-Identifier: Apache-2.0

// In Apple's files an argument of a choice has a name and a position, one that is only shown has a
// position. A document may fill in a text by either, so a language without plurals, and so without
// choices, needs the names as well.

extension Message {
  /// Returns the message with names added to its arguments by position.
  func naming(_ names: [Int: String]) -> Message {
    Message(
      parts.map { part in
        switch part {
        case .text, .percent: part
        case .placeholder(let placeholder): .placeholder(placeholder.naming(names))
        case .choice(let choice): .choice(choice.naming(names))
        case .list(let messages): .list(messages.map { $0.naming(names) })
        }
      }
    )
  }
}

extension Choice {
  fileprivate func naming(_ names: [Int: String]) -> Choice {
    let selector: Selector =
      switch self.selector {
      case .device: .device
      case .plural(let argument, let isOrdinal, let offset):
        .plural(argument.naming(names), isOrdinal: isOrdinal, offset: offset)
      case .word(let argument): .word(argument.naming(names))
      }
    return Choice(selector, cases.map { Case($0.key, $0.message.naming(names)) })
  }
}

extension Placeholder {
  fileprivate func naming(_ names: [Int: String]) -> Placeholder {
    Placeholder(
      argument.naming(names),
      kind,
      written: written,
      offset: offset,
      format: format,
      isWritable: isWritable
    )
  }
}

extension Argument {
  fileprivate func naming(_ names: [Int: String]) -> Argument {
    guard name == nil, let position, let name = names[position] else { return self }
    return Argument(name: name, position: position)
  }
}
