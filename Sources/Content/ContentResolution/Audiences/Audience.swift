// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The class of visitors that an edition cannot tell apart: an atom for each dimension and the
/// published languages that fit, best first.
package struct Audience: Hashable, Sendable {
  private var atoms = SIMD16<UInt8>()
  package var languages: LanguageChain

  /// The audience of visitors of whom nothing is known but their languages.
  package init(languages: LanguageChain = .empty) { self.languages = languages }

  package subscript(dimension: Dimension) -> UInt8 {
    get { atoms[Int(dimension.rawValue)] }
    set { atoms[Int(dimension.rawValue)] = newValue }
  }
}
