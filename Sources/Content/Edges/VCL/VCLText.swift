// SPDX-License-Identifier: Apache-2.0

/// Writes texts in VCL, which has no way to escape anything.
enum VCLText {
  /// A text between `{"` and `"}`, in parts where it holds the end of one itself.
  static func literal(_ text: String) -> String {
    var parts: [String] = [""]
    for character in text {
      if character == "}", parts[parts.count - 1].last == "\"" { parts.append("") }
      parts[parts.count - 1].append(character)
    }
    return parts.map { "{\"\($0)\"}" }.joined(separator: " + ")
  }
}
