// SPDX-License-Identifier: Apache-2.0

/// The languages whose data CLDR calls complete enough for an app: those at modern coverage.
package enum Languages {
  package static let modern: Set<String> = Set(
    """
    af am ar as az be bg bn bs ca chr cs cv cy da de dsb el en es et eu fa fi fil fr ga gd gl gu
    ha he hi hr hsb hu hy id ig is it ja jv ka kk km kn ko kok ky lo lt lv mk ml mn mr ms my nb ne
    nl nn no or pa pcm pl ps pt ro ru sc sd si sk sl so sq sr sv sw ta te th ti tk tr uk ur uz vi
    yo yue zh zu
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  )

  /// Whether a locale such as `zh_Hant_HK` is one of theirs. Variants such as `en_US_POSIX` and
  /// styles of writing such as `ur_Aran_IN` are not for screens.
  package static func contains(_ locale: String) -> Bool {
    let parts = locale.split(separator: "_")
    guard let language = parts.first else { return false }
    return modern.contains(String(language)) && !parts.contains("Aran") && !parts.contains("POSIX")
  }
}
