// SPDX-License-Identifier: Apache-2.0

/// The differences between VCL for Varnish and VCL for Fastly.
struct VCLDialect: Sendable {
  /// The expression for the number in a text; 0 where there is none.
  let integer: @Sendable (String) -> String
  /// The statement that looks a request up in the cache.
  let lookup: String
  /// The condition for a method whose answers are never kept.
  let isUncachedMethod: String
  /// The statement that opens a WebSocket; `nil` where the export opens none.
  let upgrade: String?

  static let varnish = VCLDialect(
    integer: { "std.integer(\($0), 0)" },
    lookup: "return(hash);",
    isUncachedMethod: #"(req.method != "GET" && req.method != "HEAD")"#,
    upgrade: "return(pipe);"
  )

  static let fastly = VCLDialect(
    integer: { "std.atoi(\($0))" },
    lookup: "return(lookup);",
    // A purge looks up what it removes.
    isUncachedMethod:
      #"(req.method != "GET" && req.method != "HEAD" && req.method != "FASTLYPURGE")"#,
    upgrade: nil
  )

  /// The statement that joins the lines of a field.
  func collect(_ field: String) -> String { "std.collect(\(field), \", \");" }
}

/// Writes literals of VCL, which has no escapes.
enum VCLText {
  /// A text between `{"` and `"}`, split where it contains `"}` itself.
  static func literal(_ text: String) -> String {
    var parts: [String] = [""]
    for character in text {
      if character == "}", parts[parts.count - 1].last == "\"" { parts.append("") }
      parts[parts.count - 1].append(character)
    }
    return parts.map { "{\"\($0)\"}" }.joined(separator: " + ")
  }
}
