// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// The first segment of a path, such as `fr.ca.phone.3`: the languages, best first and joined by
// `~`, then a country or region, a device, an app version, a build (`b412`), an app's name with
// dashes for dots, the arms of experiments (`checkout~b`), the edition beside the published one
// (`EditionWord`), and an instant to preview (`preview~` and Unix seconds). Only what makes a
// difference is present; `und` stands for no language if something follows. Parts are recognised by
// form and vocabulary, so their order does not matter and tokens of other editions can be parsed:
// unknown parts are ignored.
//
// Arms, editions and instants count in a sealed token only: its last part is `~` and sixteen letters and digits, a
// signature of everything before. An instant counts only in the token of a draft.

/// A parsed audience token.
package struct AudienceToken: Sendable, Hashable {
  /// Longer segments are not tokens.
  package static let maximumBytes = 256

  package var audience: Audience
  /// The instant to show instead of now; sealed tokens of a draft only.
  package var preview: UnixTime?
  /// Whether the token has a valid seal.
  package var isSealed = false
  /// True for a preview link without a fixed audience: at the config URL the audience follows from the fields of the
  /// request, as for a request without a token.
  package var isForAnyAudience = false

  package init(_ audience: Audience, preview: UnixTime? = nil) {
    self.audience = audience
    self.preview = preview
  }
}

/// Signs tokens: experiment arms and preview instants, which not everybody may choose, count only
/// in a token that the gateway made.
package protocol TokenSeal: Sendable {
  /// Returns a signature of ten bytes that nobody else can compute.
  func seal(of text: Span<UInt8>) -> SealBytes
}

/// The 80 bits of a seal.
package typealias SealBytes = InlineArray<10, UInt8>
