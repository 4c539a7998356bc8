// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import HTTPValues

/// The codings of an answer that its client accepts.
struct AnswerCodings: Hashable {
  /// The coding that costs least to make, for a client that waits.
  let quick: Coding
  /// The coding that the client prefers, and of several the one that makes the answer smallest, for
  /// answers that are kept.
  let kept: Coding

  /// No coding at all.
  static let none = AnswerCodings(quick: .identity, kept: .identity)

  /// Parses the `Accept-Encoding` of a request.
  init(acceptedBy fields: borrowing FieldsView) {
    guard fields.contains(.acceptEncoding) else {
      self = .none
      return
    }
    let accepted = AcceptEncoding(fields)
    kept = Coding.smallest(acceptedBy: accepted) ?? .identity
    quick = Coding.quickest(acceptedBy: accepted) ?? .identity
  }

  private init(quick: Coding, kept: Coding) {
    self.quick = quick
    self.kept = kept
  }

  /// Both as one number, for keys.
  var number: UInt8 { kept.number << 4 | quick.number }

  /// The names of both, for operators and caches.
  var name: String { quick == kept ? "\(kept.name)" : "\(kept.name)+\(quick.name)" }
}

extension Coding {
  fileprivate var number: UInt8 {
    switch self {
    case .identity: 0
    case .gzip: 1
    case .deflate: 2
    case .brotli: 3
    case .zstd: 4
    }
  }
}
