// SPDX-License-Identifier: Apache-2.0

/// An answer out of the storage: which one, and how much of it.
package struct StoredAnswer: Sendable, Equatable {
  /// Form in which a stored answer is sent to a client.
  package enum Form: Sendable, Equatable {
    /// The head and all of the body.
    case whole
    /// The head alone, for HEAD.
    case headOnly
    /// 304: the client has it.
    case notModified
    /// 206 with these bytes of the representation.
    case part(Range<Int>)
    /// 206 as multipart/byteranges.
    case parts([Range<Int>])
    /// 416: none of the bytes asked for are there.
    case unsatisfiable
  }

  /// Where the answer stands among the candidates.
  package let candidate: Int
  package let form: Form
  /// Reason why it may be used.
  package let reason: ReuseReason

  package init(candidate: Int, form: Form, reason: ReuseReason) {
    self.candidate = candidate
    self.form = form
    self.reason = reason
  }
}
