// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import DataFiles
import Plans
import Sites

extension BodyRenderer {
  /// An address, or one whose braces and values the plan fills; `nil` for one that is hidden.
  mutating func link(_ path: String, _ dictionary: DataDictionary) -> DataValue? {
    guard !overlay.hides(path, of: edition.site) else { return nil }
    var url = links.url(of: path, for: token, in: edition)
    var members: [DataDictionary.Member] = []
    if let target = edition.flowTarget(of: path) {
      let carry = BodyRenderer.carried(dictionary, to: target)
      let literals = carry.compactMapValues { TemplateReader.literal(carried: $0) }
      if literals.count < carry.count || passesOn(to: target, beside: carry) {
        flows[target.path] = target
        members.append(DataDictionary.Member(TemplateKeys.flow, DataValue(.string(target.path))))
        members += dictionary.members.filter { $0.key == TemplateKeys.carry }
      } else {
        url = links.url(url, carrying: literals, to: target)
      }
    }
    guard !members.isEmpty || path.utf8.contains(UInt8(ascii: "{")) else {
      return DataValue(.string(url))
    }
    members.insert(DataDictionary.Member(TemplateKeys.address, DataValue(.string(url))), at: 0)
    if let with = dictionary[TemplateKeys.with] {
      members.append(DataDictionary.Member(TemplateKeys.with, with))
    }
    return DataValue(.dictionary(DataDictionary(unique: members)))
  }

  /// The values that a link sets and its document knows.
  private static func carried(
    _ dictionary: DataDictionary,
    to target: FlowTarget
  ) -> [String: DataValue] {
    guard case .dictionary(let carry)? = dictionary[TemplateKeys.carry]?.content else { return [:] }
    return target.names.reduce(into: [:]) { carried, name in
      carried[name.name] = carry[name.name]
    }
  }

  /// Whether this document carries something that it passes on to another.
  private func passesOn(to target: FlowTarget, beside carry: [String: DataValue]) -> Bool {
    let own = edition.planned(key.document)?.flow.names ?? []
    return target.names.contains { name in
      carry[name.name] == nil && own.contains { $0.name == name.name }
    }
  }
}

extension Edition {
  /// The document that a link leads to, if links carry something there.
  fileprivate func flowTarget(of path: String) -> FlowTarget? {
    guard hasFlows, let number = number(meantBy: path), let flow = planned(number)?.flow,
      !flow.names.isEmpty
    else { return nil }
    return flow
  }
}
