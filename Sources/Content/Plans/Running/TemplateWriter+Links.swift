// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import JSONValues

extension TemplateWriter {
  /// Writes a link; `false` if a part of it, or something that it has to carry, is nowhere to be found, or if
  /// what it leads to is hidden.
  mutating func write(_ link: Template.Link) -> Bool {
    guard var address = address(link.parts), source?.mayLead(to: address) ?? true else {
      return false
    }
    if let carried = link.carried {
      guard let values = values(of: carried) else { return false }
      address = source?.address(address, carrying: values, to: carried.target) ?? address
    }
    bytes.appendJSON(address)
    return true
  }

  /// A link's address; `nil` if a part of it is nowhere to be found.
  func address(_ parts: [Template.LinkPart]) -> String? {
    var address = ""
    for part in parts {
      switch part {
      case .text(let text): address += String(decoding: text, as: UTF8.self)
      case .pick(let pick):
        guard let text = text(of: pick) else { return nil }
        address += PercentCoding.encode(text, keeping: .unreserved)
      }
    }
    return address
  }

  /// Writes the values that a link carries; `nil` if one that is needed is missing or too long.
  private mutating func values(of carried: Template.Carried) -> [String: String]? {
    var values: [String: String] = [:]
    for name in carried.target.names {
      let value: String?
      switch carried.set[name.name] {
      case .literal(let text): value = text
      case .pick(let pick): value = text(of: pick)
      case nil: value = results.inputs.flow[name.name]
      }
      guard let value else {
        if name.isRequired { return nil }
        continue
      }
      guard value.utf8.count <= name.maximumBytes else {
        if case .pick(let pick)? = carried.set[name.name], let call = call(of: pick) {
          unfit.insert(call)
        }
        return nil
      }
      values[name.name] = value
    }
    return values
  }

  /// The call in whose answer a pick looks.
  private func call(of pick: Pick) -> Int? {
    if case .item = pick.root { item?.call } else { pick.call }
  }
}
