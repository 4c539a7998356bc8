// SPDX-License-Identifier: Apache-2.0

import Bytes
import Digests
import Files
import Reactor

/// The tokens of all operators, each with its role.
package struct AdminTokens: Sendable {
  /// The file of a token, as `--admin-token` names it: `[ROLE=]FILE`.
  package struct File: Sendable {
    package let role: OperatorRole
    package let path: String

    init(_ role: OperatorRole, _ path: String) { (self.role, self.path) = (role, path) }

    /// A path alone is the token of an admin.
    package init(_ text: String) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let role = OperatorRole(rawValue: String(parts[0])) {
        self.init(role, String(parts[1]))
      } else {
        self.init(.admin, text)
      }
    }

    /// The name of the operator in the audit log: that of the file, without its extension.
    package var name: String {
      let last = path.split(separator: "/").last.map { String($0) } ?? path
      guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
      return String(last[..<dot])
    }

    /// The file with its role, as the option names it.
    package var text: String { role == .admin ? path : "\(role.rawValue)=\(path)" }

    /// The tokens that the service manager provides as credentials.
    package static var credentials: [File] {
      guard let folder = ProcessEnvironment.all["CREDENTIALS_DIRECTORY"] else { return [] }
      return OperatorRole.allCases.map { File($0, "\(folder)/\($0.rawValue)-token") }
        .filter { Files.exists($0.path) }
    }
  }

  private let tokens: [(file: File, token: AdminToken)]

  /// Reads the files; `nil` without any. Two must not hold the same token, or have the same name.
  package init?(_ files: [File]) throws {
    guard !files.isEmpty else { return nil }
    var tokens: [(file: File, token: AdminToken)] = []
    for file in files {
      let token = try AdminToken(file.path)
      for other in tokens {
        if ConstantTime.areEqual(other.token.fingerprint, token.fingerprint) {
          throw PlainError.noToken(in: file.path, "it is the token in \(other.file.path) as well")
        }
        if other.file.name == file.name {
          throw PlainError.noToken(
            in: file.path,
            "its name \"\(file.name)\" is that of \(other.file.path) as well"
          )
        }
      }
      tokens.append((file, token))
    }
    self.tokens = tokens
  }

  /// The file of a token, with the token's digest; `nil` for a wrong one. All tokens are compared
  /// in any case.
  package func owner(of word: Span<UInt8>) -> (file: File, fingerprint: [UInt8])? {
    var found: (File, [UInt8])?
    for (file, token) in tokens where token.matches(word) { found = (file, token.fingerprint) }
    return found
  }

  /// The file whose token has a digest; `nil` once the file has another token.
  package func owner(withFingerprint fingerprint: [UInt8]) -> File? {
    tokens.first { ConstantTime.areEqual($0.token.fingerprint, fingerprint) }?.file
  }

  /// Reads the files again; returns the faults of those whose old token stays in use.
  package func reload() -> [any Error] {
    tokens.compactMap { file, token in
      do {
        try token.reload()
        return nil
      } catch {
        return error
      }
    }
  }
}
