// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import FileShapes

/// Settings of one feature in `Content/site.json5`, declared by the feature's own module.
///
/// The module makes its type a section, and the list of `SiteShape` names it; reader, JSON Schema, `GET /config` and
/// documentation follow:
///
///     extension HintSettings: SiteSection {
///       package static let declaration = SectionDeclaration("hints", shape, "Documents that …")
///     }
///
///     let hints = edition.site[HintSettings.self]
package protocol SiteSection: Sendable, Hashable {
  static var declaration: SectionDeclaration<Self> { get }
}

/// The key of a section in `Content/site.json5`, and what it is.
package struct SectionDeclaration<Section: Sendable & Hashable>: Sendable {
  package let key: String
  let shape: Shape<Section>
  let sentence: String
  let examples: [DataValue]
  let effect: SectionEffect

  /// - Parameter effect: what else changes with the section.
  package init(
    _ key: String,
    _ shape: Shape<Section>,
    _ sentence: String,
    examples: [DataValue] = [],
    effect: SectionEffect = .feature
  ) {
    self.key = key
    self.shape = shape
    self.sentence = sentence
    self.examples = examples
    self.effect = effect
  }
}

/// Effects of a section beside its feature.
package enum SectionEffect: Sendable {
  /// None: each edition may have its own.
  case feature
  /// The gateway does it for all editions at once, so that those of a rollout need the same section.
  case gateway
}

/// All that `Content/site.json5` may say: what every site has, and the sections of features.
package struct SiteShape: Sendable {
  /// Without features.
  package static let common = SiteShape([])

  let shape: Shape<SiteSettings>

  /// - Parameter sections: those of the features that a program has.
  package init(_ sections: [any SiteSection.Type]) {
    shape = SiteSettings.shape(with: sections.map { $0.member })
  }
}

/// The sections that a site's file has, by their keys.
struct SiteSections: Sendable, Hashable {
  private var values: [String: AnySection] = [:]

  subscript<Section: SiteSection>(_: Section.Type) -> Section? {
    get { values[Section.declaration.key]?.value as? Section }
    set { values[Section.declaration.key] = newValue.map(AnySection.init) }
  }

  subscript<Section: SiteSection>(_ key: SectionKey<Section>) -> Section? {
    get { self[Section.self] }
    set { self[Section.self] = newValue }
  }

  /// The keys of those that hold for the gateway as a whole.
  var gatewayKeys: [String] {
    values.filter { $0.value.value.isOfGateway }.keys.sorted()
  }

  /// Each as a file would say it, in the order of their keys.
  var written: [DataDictionary.Member] {
    values.sorted { $0.key < $1.key }.compactMap { key, section in
      section.value.written.map { DataDictionary.Member(key, $0) }
    }
  }
}

/// Names a section's type where a key path needs a value.
struct SectionKey<Section: SiteSection>: Sendable, Hashable {}

private struct AnySection: Sendable, Hashable {
  let value: any SiteSection

  init(_ value: some SiteSection) { self.value = value }

  static func == (one: AnySection, other: AnySection) -> Bool { one.value.isSame(as: other.value) }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension SiteSection {
  /// The member of the site's file that is this section.
  static var member: Member<SiteSettings> {
    let (declaration, key) = (declaration, SectionKey<Self>())
    return Member(
      declaration.key,
      \.sections[key],
      declaration.shape,
      declaration.sentence,
      examples: declaration.examples
    )
  }

  fileprivate var written: DataValue? { Self.declaration.shape.write(self) }

  fileprivate var isOfGateway: Bool { Self.declaration.effect == .gateway }

  fileprivate func isSame(as other: any SiteSection) -> Bool { self == other as? Self }
}
