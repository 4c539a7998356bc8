// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// A language for tests of layouts, whose texts are made from those of the source language: the
/// region `XA` or `XB` of any language, as on Android. Visitors get it only if they ask for it.
package enum PseudoLocale: Sendable {
  /// Accents on all letters, longer texts, in brackets: `en-XA`.
  case accented
  /// From right to left: `ar-XB`.
  case mirrored

  private static let accentedRegion = LanguageTag("und-XA")?.region
  private static let mirroredRegion = LanguageTag("und-XB")?.region

  package init?(_ language: LanguageTag) {
    switch language.region {
    case PseudoLocale.accentedRegion: self = .accented
    case PseudoLocale.mirroredRegion: self = .mirrored
    default: return nil
    }
  }
}
