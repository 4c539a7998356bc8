// SPDX-License-Identifier: Apache-2.0

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
