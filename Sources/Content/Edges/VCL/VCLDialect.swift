// SPDX-License-Identifier: Apache-2.0

/// Where the languages of Varnish and Fastly, which come from one, have gone apart.
struct VCLDialect: Sendable {
  /// A number in a text, or 0.
  let integer: @Sendable (String) -> String
  /// Looks a request up in the cache.
  let lookup: String
  /// Opens a WebSocket; `nil` where that needs more than VCL.
  let upgrade: String?

  static let varnish = VCLDialect(
    integer: { "std.integer(\($0), 0)" },
    lookup: "return(hash);",
    upgrade: "return(pipe);"
  )

  static let fastly = VCLDialect(
    integer: { "std.atoi(\($0))" },
    lookup: "return(lookup);",
    upgrade: nil
  )

  /// Joins the lines of a field.
  func collect(_ field: String) -> String { "std.collect(\(field), \", \");" }
}
