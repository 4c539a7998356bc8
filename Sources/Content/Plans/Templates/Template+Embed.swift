// SPDX-License-Identifier: Apache-2.0

import DataFiles

extension Template {
  /// Another document whose body stands in this one.
  package struct Embed: Sendable {
    /// Its path.
    package let path: [LinkPart]
    package let isLight: Bool
    package let otherwise: Node?
  }
}

extension TemplateReader {
  /// Another document; the form of what stands beside its path is checked where bodies are scanned.
  mutating func embed(
    _ path: DataValue,
    _ dictionary: DataDictionary,
    _ inItem: Bool
  ) -> Template.Node {
    guard case .string(let text) = path.content else { return .literal([]) }
    var isLight = false
    if case .string(let view)? = dictionary[TemplateKeys.view]?.content {
      isLight = EmbedDeclaration.View(rawValue: view) == .light
    }
    let embed = Template.Embed(
      path: linkParts(text, dictionary, inItem),
      isLight: isLight,
      otherwise: otherwise(dictionary[TemplateKeys.otherwise], inItem)
    )
    let isEarly = embed.path.allSatisfy { part in
      guard case .pick(let pick) = part else { return true }
      switch pick.root {
      case .call, .item: return false
      case .route, .query, .flow, .visitor: return true
      }
    }
    if isEarly { early.append(embed) }
    return .embed(embed)
  }
}
