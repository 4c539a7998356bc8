// SPDX-License-Identifier: Apache-2.0

import ContentModel
import FileShapes

// The forms of names and ranges as regular expressions, in the dialect that JSON Schema borrows from
// ECMAScript. They accept all that the readers accept; what a form cannot say, such as a range that
// holds no version or a day that a month has not, is left to `portico check`.

/// The patterns of strings in a site's files.
enum SchemaPatterns {
  /// `2.3.1`, `v2.3-beta.1`, `2.3 (412)`.
  static let version = #"^[ \t]*\#(numbers)(?:\#(prerelease))?(?:\+.*|[ \t]+\(.+\))?[ \t]*$"#

  /// `>=2.3 <4`, `2.1 - 2.9`, `<2 || >=4`.
  static let versions = alternatives(
    of: #"[vV]?(?:[0-9]+(?:\.[0-9]+)*(?:(?:\.[xX*])+|\#(prerelease))?|[xX*](?:\.[xX*])*)"#
  )

  /// The same of whole numbers.
  static let builds = alternatives(
    of: #"[vV]?(?:[0-9]+(?:\.0+)*(?:\.[xX*])*|[xX*](?:\.[xX*])*)"#
  )

  /// `2026-12-20T00:00Z`, with seconds and an offset if wanted.
  static let instant =
    #"^\#(TextPatterns.day)[T ]\#(TextPatterns.hour):[0-5][0-9]"#
    + #"(?::[0-5][0-9])?(?:Z|[+-]\#(TextPatterns.hour):[0-5][0-9])$"#

  /// `fr`, `zh-Hant-HK`, `de_DE.UTF-8`.
  static let language =
    #"^(?:[A-Za-z]{2,3}|[Ii][-_][A-Za-z]{2,8})(?:[-_][A-Za-z0-9]{1,8})*(?:[.@].*)?$"#

  /// A country's letters that are not the two large ones which are listed.
  static let unusualCountry = #"^(?:[a-z][A-Za-z]|[A-Z][a-z])$"#

  static let region =
    #"^(?!(?:\#(devices))$|b[0-9]*$)[a-z][a-z0-9-]{2,\#(NameRules.maximumBytes - 1)}$"#

  static let site = #"^[A-Za-z0-9][A-Za-z0-9._-]{0,\#(NameRules.maximumSiteBytes - 1)}$"#

  /// `shop.example.com`, `*.example.com`, `localhost:8081`, `[::1]`.
  static let host =
    #"^(?:(?:\*\.)?(?=[^:]{1,\#(HostPattern.maximumBytes + 1)}(?::|$))\#(label)(?:\.\#(label))*\.?|"#
    + #"\[[0-9A-Fa-f:.]+\])(?::\#(TextPatterns.port))?$"#

  static let experiment = #"^(?!(?:\#(reserved))$)\#(plainName)$"#

  /// `checkout/b`, or `checkout` for all its arms.
  static let cohort =
    #"^(?!(?:\#(reserved))(?:/|$))\#(plainName)(?:/(?!(?:\#(reserved))$)\#(plainName))?$"#

  static let app = #"^[A-Za-z0-9._-]{3,128}$"#

  /// `postgresql://user@db1:5432,db2/name?sslmode=require`, without a password.
  static let database = {
    let parameter = #"(?!(?:ssl)?password=)[a-z_]+=[A-Za-z0-9._~%/:,+-]*"#
    return #"^postgresql://(?:[A-Za-z0-9._~%-]+@)?[A-Za-z0-9._~%:,\[\]-]*/[A-Za-z0-9._~%-]+"#
      + #"(?:\?\#(parameter)(?:&\#(parameter))*)?$"#
  }()

  /// `GET /items/{id}`.
  static let route =
    "^(?:\(TrafficModel.RouteName.methods.joined(separator: "|"))) "
    + "/[!-~]{0,\(TrafficModel.RouteName.mostBytes - 1)}$"

  private static let label = "[A-Za-z0-9_-]{1,\(HostPattern.maximumLabelBytes)}"
  private static let numbers = #"[vV]?[0-9]+(?:\.[0-9]+)*"#
  private static let prerelease = #"-[0-9A-Za-z.-]+"#
  private static let plainName = "[a-z][a-z0-9-]{0,\(NameRules.maximumBytes - 1)}"
  private static let reserved = NameRules.reserved.joined(separator: "|")
  private static let devices = DeviceClass.allCases.map(\.rawValue).joined(separator: "|")

  /// Comparisons that all hold, or two bounds with a dash between them; `||` between such.
  private static func alternatives(of bound: String) -> String {
    let bound = bound + #"(?:\+[^ \t,|]*)?"#
    let comparison = #"(?:(?:[<>]=?|==?|[~^])[ \t,]*)?\#(bound)"#
    let all =
      #"[ \t,]*(?:\#(bound)[ \t,]+-[ \t,]+\#(bound)|"#
      + #"\#(comparison)(?:[ \t,]+\#(comparison))*)[ \t,]*"#
    return #"^(?:\#(all)(?:\|\|(?!$)|$))+$"#
  }
}
