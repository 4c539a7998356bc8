// SPDX-License-Identifier: Apache-2.0

/// The reason why a TLS configuration cannot be used.
package struct TLSError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Kind: Sendable, Equatable {
    /// A file cannot be read.
    case unreadable
    /// A file or value is not of the expected form.
    case malformed
    /// Valid values do not belong together, such as a certificate and a key.
    case mismatch
    /// OpenSSL refuses the value, for example a key that is too short.
    case refused
    /// OpenSSL failed unexpectedly, for example for want of memory.
    case failed
  }

  package let kind: Kind
  /// The file's path or the setting's name.
  package let subject: String
  /// The fault: what was expected and what was found.
  package let problem: String

  init(_ kind: Kind, _ subject: String, _ problem: String) {
    self.kind = kind
    self.subject = subject
    self.problem = problem
  }

  /// Creates an error with OpenSSL's reason appended.
  init(_ kind: Kind, _ subject: String, _ problem: String, because reason: LibraryError?) {
    self.init(kind, subject, reason.map { "\(problem) (\($0.text))" } ?? problem)
  }

  package var description: String { "\(subject): \(problem)" }
}
