// SPDX-License-Identifier: Apache-2.0

/// Regular expressions of HTTP's texts, which forms of several modules share, in JSON Schema's dialect.
package enum TextPatterns {
  /// A field name.
  package static let token = "^\(tokenCharacter)+$"

  /// A method in capitals.
  package static let method = #"^(?!CONNECT$)(?!.*[a-z])\#(tokenCharacter)+$"#

  /// `http://127.0.0.1:9000`, `https://[::1]`.
  package static let address =
    #"^https?://(?:[A-Za-z0-9._:\[\]-]{1,255}:0*\#(port)|[A-Za-z0-9._:\[\]-]{0,254}\]|"#
    + "[A-Za-z0-9._-]{1,255})$"

  /// A day of RFC 3339, for a longer expression.
  package static let day = "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"

  /// An hour of RFC 3339, for a longer expression.
  package static let hour = "(?:[01][0-9]|2[0-3])"

  /// A port, for a longer expression.
  package static let port =
    "(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"

  private static let tokenCharacter = #"[!#\$%&'*+.^_`|~0-9A-Za-z-]"#
}
