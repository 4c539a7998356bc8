// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// The first segment of a path, such as `fr.ca.phone.3`: the languages, best first and joined by `~`,
// then a country or region, a device, a version of the app, a build (`b412`), an app's name with its
// dots as dashes, and the arms of experiments (`checkout~b`), then another instant (`preview~` and
// Unix seconds). Only what makes a difference is there; `und` stands for no language where something
// follows. Parts are known by their form and vocabulary, so that their order makes no difference and
// a token of another edition can be read: what is not known any more is passed over.
//
// Arms and instants are believed in a sealed token only: its last part is `~` and sixteen letters
// and digits, which vouch for everything before them.

/// What a token says.
package struct AudienceToken: Sendable, Hashable {
  /// A longer segment is no token.
  package static let maximumBytes = 256

  package var audience: Audience
  /// Another instant than now, in a sealed token.
  package var preview: UnixTime?
  /// Whether the token carries a seal that is ours.
  package var isSealed = false

  package init(_ audience: Audience, preview: UnixTime? = nil) {
    self.audience = audience
    self.preview = preview
  }
}
