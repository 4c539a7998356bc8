// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

extension Coding {
  /// The accepted coding that makes a body smallest; `nil` for a client that prefers none.
  package static func smallest(acceptedBy accepted: AcceptEncoding) -> Coding? {
    switch accepted.preferred(among: [.brotli, .zstd, .gzip, .identity]) {
    case .brotli: .brotli
    case .zstd: .zstd
    case .gzip: .gzip
    default: nil
    }
  }

  /// The accepted coding that costs least to make; `nil` for a client that prefers none.
  package static func quickest(acceptedBy accepted: AcceptEncoding) -> Coding? {
    guard let smallest = smallest(acceptedBy: accepted) else { return nil }
    return QuickEncoder.codings.first { accepted.quality(of: $0.negotiated) > .none } ?? smallest
  }

  /// The coding by the name that clients accept it by.
  private var negotiated: AcceptEncoding.Coding {
    switch self {
    case .identity: .identity
    case .gzip: .gzip
    case .deflate: .deflate
    case .brotli: .brotli
    case .zstd: .zstd
    }
  }
}
