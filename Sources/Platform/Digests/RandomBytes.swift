// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Returns bytes that nobody can guess, for secrets, salts and names of sessions.
  package static func random(count: Int) -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}
