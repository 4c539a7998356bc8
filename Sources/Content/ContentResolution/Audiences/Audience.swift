// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// A class of visitors that an edition treats alike: an atom for each dimension, and the published
/// languages that match, best first.
package struct Audience: Hashable, Sendable {
  private var atoms = SIMD16<UInt8>()
  package var languages: LanguageChain

  /// Creates the audience of visitors of whom only the languages are known.
  package init(languages: LanguageChain = .empty) { self.languages = languages }

  package subscript(dimension: Dimension) -> UInt8 {
    get { atoms[Int(dimension.rawValue)] }
    set { atoms[Int(dimension.rawValue)] = newValue }
  }
}
