// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import JSONValues

/// A value that a service is told: as a text in a URL, and as JSON in a body.
struct CallValue {
  let text: String
  /// As its document has it; `nil` for a text that is in none.
  private let written: [UInt8]?

  var json: [UInt8] {
    if let written { return written }
    var json: [UInt8] = []
    json.appendJSON(text)
    return json
  }

  init(_ text: String) {
    self.text = text
    written = nil
  }

  /// A string, a number or a boolean, as its document has it; `nil` for all else.
  init?(_ node: JSONNode, in document: JSONDocument) {
    guard let text = PlanResults.text(of: node, in: document) else { return nil }
    self.text = text
    written = Array(document.bytes[document.range(of: node)])
  }
}

/// Values of the variables of a call. There are few, most often one: a linear search costs less
/// than hashing their names.
struct CallArguments {
  private var names = ShortList<String>()
  private var values = ShortList<CallArgument>()

  subscript(_ name: String) -> CallArgument? {
    get {
      for index in names.indices where names[index] == name { return values[index] }
      return nil
    }
    set {
      guard let newValue else { return }
      if let index = names.firstIndex(of: name) {
        values[index] = newValue
      } else {
        names.append(name)
        values.append(newValue)
      }
    }
  }

  var json: [String: [UInt8]] {
    Dictionary(zip(names, values.map(\.json))) { first, _ in first }
  }
}

/// The value of a variable of a call.
enum CallArgument {
  case one(CallValue)
  case several([CallValue])

  var template: URITemplate.Value {
    switch self {
    case .one(let value): .string(value.text)
    case .several(let values): .list(values.map(\.text))
    }
  }

  var json: [UInt8] {
    switch self {
    case .one(let value): value.json
    case .several(let values):
      [UInt8(ascii: "[")] + values.map(\.json).joined(separator: [UInt8(ascii: ",")])
        + [UInt8(ascii: "]")]
    }
  }
}
