// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution

// The core of Unicode's MessageFormat 2 as a tree, which all formats of translations share. A
// choice may be inside a text; formats that choose between whole texts give a message that is a
// single choice.

/// One text in one language.
package struct Message: Sendable, Hashable {
  /// A piece of a text.
  package enum Part: Sendable, Hashable {
    case text(String)
    /// A percent sign written `%%`, for a program that formats the text.
    case percent
    case placeholder(Placeholder)
    case choice(Choice)
    /// Alternative phrases, such as those that trigger a voice command; the only part of its
    /// message.
    case list([Message])
  }

  package var parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// Whether it is a list of phrases.
  package var isList: Bool { if case .list? = parts.first { true } else { false } }

  /// Creates a text without arguments.
  package init(_ text: String) { parts = text.isEmpty ? [] : [.text(text)] }
}

/// Alternative texts of which one is chosen.
package struct Choice: Sendable, Hashable {
  /// The argument or property that decides.
  package enum Selector: Sendable, Hashable {
    case device
    case plural(Argument, isOrdinal: Bool, offset: Int64)
    case word(Argument)
  }

  /// The condition of a case.
  package enum Key: Sendable, Hashable {
    /// Exactly this number.
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

  /// Returns the text of a key, or that of `other`.
  package func message(for key: Key) -> Message? {
    (cases.first { $0.key == key } ?? cases.first { $0.key == .other })?.message
  }
}

extension Choice.Key {
  /// Creates the key of a plural category.
  package init(_ category: PluralCategory) {
    self = category == .other ? .other : .category(category)
  }

  /// The name of the form for apps.
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
