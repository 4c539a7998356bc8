// SPDX-License-Identifier: Apache-2.0

/// What a reader of XML meets, one after the other.
package enum XMLEvent: Sendable, Equatable {
  case start(XMLTag)
  /// The end of the element that began last; `<a/>` has one too.
  case end(name: String, at: SourcePosition)
  /// All text between two tags, never empty: comments and CDATA sections do not divide it.
  case text(String, at: SourcePosition)
}
