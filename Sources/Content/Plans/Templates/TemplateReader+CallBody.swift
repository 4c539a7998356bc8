// SPDX-License-Identifier: Apache-2.0

package import DataFiles

extension TemplateKeys {
  /// In the body of a call: what a variable of the call stands for.
  package static let argument = "$with"
  /// The names that have a meaning in the body of a call.
  package static let inCalls: [String] = [pick, each, match, argument]
}

extension TemplateReader {
  /// The body of a call, with the names and picks that it depends on.
  package struct CallBody: Sendable {
    package let template: Template
    /// The variables that it names.
    package let names: [String]
    /// The picks in it.
    package let picks: [Pick]
  }

  /// The body of a call; what is wrong with it is left out and noted.
  package mutating func callBody(_ body: DataDictionary) -> CallBody {
    for member in body.members where member.key.hasPrefix("$") {
      faults.append(
        Fault(
          position: member.keyPosition,
          message: "\"\(member.key)\" means nothing here; the body of a call has members of its own"
        )
      )
    }
    for member in body.members { refuseForeign(member.value) }
    arguments = []
    picks = []
    defer { arguments = nil }
    return CallBody(template: template(body), names: arguments ?? [], picks: picks)
  }

  /// A call sends no texts and links, and no part of a list.
  private mutating func refuseForeign(_ value: DataValue) {
    switch value.content {
    case .array(let elements):
      for element in elements { refuseForeign(element) }
    case .dictionary(let dictionary):
      for member in dictionary.members {
        if member.key.hasPrefix("$"), !TemplateKeys.inCalls.contains(member.key) {
          let known = TemplateKeys.inCalls.joined(separator: ", ")
          faults.append(
            Fault(
              position: member.keyPosition,
              message: "\"\(member.key)\" means nothing in a call; expected one of \(known)"
            )
          )
        }
        refuseForeign(member.value)
      }
    default: break
    }
  }

  mutating func argument(_ name: DataValue, _ dictionary: DataDictionary) -> Template.Node {
    refuseOthers(dictionary, [TemplateKeys.argument])
    guard arguments != nil else {
      note(name, "\"\(TemplateKeys.argument)\" means nothing here; only the body of a call has it")
      return .literal([])
    }
    guard case .string(let text) = name.content, !text.isEmpty else {
      note(
        name,
        "\"\(TemplateKeys.argument)\" is \(name.kindName); expected the name of a variable"
      )
      return .literal([])
    }
    arguments?.append(text)
    return .argument(text)
  }
}
