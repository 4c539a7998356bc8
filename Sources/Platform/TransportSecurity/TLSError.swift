// SPDX-License-Identifier: Apache-2.0

/// Why a configuration cannot be used.
package struct TLSError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Kind: Sendable, Equatable {
    /// A file cannot be read.
    case unreadable
    /// A file or value does not hold what it should.
    case malformed
    /// Values that are each right do not belong together.
    case mismatch
    /// OpenSSL refuses the value, for example a key that is too short.
    case refused
    /// OpenSSL failed where it should not, for want of memory for example.
    case failed
  }

  package let kind: Kind
  /// What is wrong: a file's path or the name of a setting.
  package let subject: String
  /// What was expected and what was seen.
  package let problem: String

  init(_ kind: Kind, _ subject: String, _ problem: String) {
    self.kind = kind
    self.subject = subject
    self.problem = problem
  }

  /// An error with OpenSSL's own reason behind ours.
  init(_ kind: Kind, _ subject: String, _ problem: String, because reason: LibraryError?) {
    self.init(kind, subject, reason.map { "\(problem) (\($0.text))" } ?? problem)
  }

  package var description: String { "\(subject): \(problem)" }
}
