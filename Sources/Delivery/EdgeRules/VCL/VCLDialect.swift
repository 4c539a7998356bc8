// SPDX-License-Identifier: Apache-2.0

/// Where the languages of Varnish and Fastly, which come from one, have gone apart.
struct VCLDialect: Sendable {
  /// A number in a text, or 0.
  let integer: @Sendable (String) -> String
  /// Joins the lines of a field.
  let collect: @Sendable (String) -> String

  static let varnish = VCLDialect(
    integer: { "std.integer(\($0), 0)" },
    collect: { "std.collect(\($0), \", \");" }
  )

  static let fastly = VCLDialect(
    integer: { "std.atoi(\($0))" },
    collect: { "std.collect(\($0), \", \");" }
  )
}
