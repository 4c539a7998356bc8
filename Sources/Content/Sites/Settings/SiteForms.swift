// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import HTTPValues

// The forms of the texts in a site's files. Each has its pattern for editors beside its parser; a
// pattern accepts whatever the parser accepts, and tests hold the two against each other.

extension TextForm where Value == LanguageTag {
  static let language = TextForm(
    "language",
    expected: "a tag such as en or zh-Hant",
    pattern: SchemaPatterns.language,
    parse: { LanguageTag($0) },
    print: { "\($0)" }
  )
}

extension TextForm where Value == RegionCode {
  static let country = TextForm(
    "country",
    expected: "two letters of ISO 3166 such as DE",
    pattern: SchemaPatterns.unusualCountry,
    rule: .unknownName,
    parse: { text in
      let bytes = Array(text.utf8)
      guard bytes.count == 2, let code = RegionCode(bytes.span) else { return nil }
      // The United Kingdom, as people write it.
      let country = "\(code)" == "UK" ? RegionCode(Array("GB".utf8).span) : code
      return country.flatMap { Countries.all.contains($0) ? $0 : nil }
    },
    print: { "\($0)" }
  )
}

extension TextForm where Value == AppVersion {
  static let version = TextForm(
    "version",
    expected: "one such as 2.3.1",
    pattern: SchemaPatterns.version,
    parse: { VersionRange.suggestion(for: $0) == nil ? AppVersion($0) : nil },
    print: { "\($0)" }
  )
}

extension TextForm where Value == DeclaredVersion {
  static let declaredVersion = TextForm(
    "version",
    expected: TextForm<AppVersion>.version.expected,
    pattern: SchemaPatterns.version,
    parse: { VersionRange.suggestion(for: $0) == nil ? DeclaredVersion($0) : nil },
    print: { $0.text }
  )
}

extension TextForm where Value == HostPattern {
  static let host = TextForm(
    "host",
    expected: "one such as shop.example.com, *.example.com or localhost:8081",
    pattern: SchemaPatterns.host,
    parse: { HostPattern($0) },
    print: { "\($0)" },
    suggest: { HostPattern.suggestion(for: $0) }
  )
  .hinting { $0.utf8.allSatisfy { $0 < 0x80 } ? nil : "its IDNA form, which begins with xn--" }
}

extension TextForm where Value == String {
  static let site = TextForm(
    "name of a site",
    expected: NameRules.site,
    pattern: SchemaPatterns.site,
    accepts: { NameRules.isSite($0) }
  )

  static let region = TextForm(
    "name of a region",
    expected: NameRules.region,
    pattern: SchemaPatterns.region,
    accepts: { NameRules.isRegion($0) }
  )

  static let app = TextForm(
    "name of an app",
    expected: "an identifier such as com.example.shop",
    pattern: SchemaPatterns.app,
    accepts: { NameRules.isApp($0) }
  )

  static let experiment = TextForm(
    "name of an experiment or an arm",
    expected: NameRules.experiment,
    pattern: SchemaPatterns.experiment,
    accepts: { NameRules.isExperiment($0) }
  )

  /// The address of a PostgreSQL database as libpq reads it. What was written instead is not shown, since
  /// it may have a password.
  static let database = TextForm(
    "address of a PostgreSQL database",
    expected: "one such as postgresql://user@host:5432/name, without a password, which stands in "
      + "the variable that \"storePassword\" names",
    pattern: SchemaPatterns.database,
    accepts: { DatabaseAddress.isAccepted($0) }
  )
  .secret
}
