// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution

// The small core of Unicode's MessageFormat 2, as a tree: what all formats of translated texts have
// in common. A choice stands in the middle of a text where its format puts it there; a format that
// chooses between whole texts gives a message with nothing around the choice.

/// One text in one language.
package struct Message: Sendable, Hashable {
  /// A piece of a text.
  package enum Part: Sendable, Hashable {
    case text(String)
    /// A percent sign written `%%`, for a program that formats the text.
    case percent
    case placeholder(Placeholder)
    case choice(Choice)
    /// Several texts that say the same, such as what somebody may say to begin something; alone in
    /// its message.
    case list([Message])
  }

  package var parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// Whether it is several texts.
  package var isList: Bool { if case .list? = parts.first { true } else { false } }

  /// A text without anything to fill in.
  package init(_ text: String) { parts = text.isEmpty ? [] : [.text(text)] }
}

/// Texts of which one is taken.
package struct Choice: Sendable, Hashable {
  /// What decides.
  package enum Selector: Sendable, Hashable {
    case device
    case plural(Argument, isOrdinal: Bool, offset: Int64)
    case word(Argument)
  }

  /// For what one of the texts is.
  package enum Key: Sendable, Hashable {
    /// Just this number.
    case exactly(Int64)
    case category(PluralCategory)
    case device(DeviceClass)
    case word(String)
    /// Everything else.
    case other
  }

  package struct Case: Sendable, Hashable {
    package let key: Key
    package let message: Message

    package init(_ key: Key, _ message: Message) {
      self.key = key
      self.message = message
    }
  }

  package let selector: Selector
  /// In the order of the file.
  package let cases: [Case]

  package init(_ selector: Selector, _ cases: [Case]) {
    self.selector = selector
    self.cases = cases
  }

  /// The text of a key; that of everything else if there is none.
  package func message(for key: Key) -> Message? {
    (cases.first { $0.key == key } ?? cases.first { $0.key == .other })?.message
  }
}

extension Choice.Key {
  /// The key of a plural form, where `other` is everything else.
  package init(_ category: PluralCategory) {
    self = category == .other ? .other : .category(category)
  }

  /// The name of the form, as apps get it.
  var name: String {
    switch self {
    case .exactly(let number): "=\(number)"
    case .category(let category): category.rawValue
    case .device(let device): device.rawValue
    case .word(let word): word
    case .other: PluralCategory.other.rawValue
    }
  }
}
