// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import HTTPValues

extension Coding {
  /// The coding that a request prefers among those that answers are kept in.
  static func preferred(by fields: borrowing FieldsView) -> Coding {
    guard fields.contains(.acceptEncoding) else { return .identity }
    switch AcceptEncoding(fields).preferred(among: [.brotli, .zstd, .gzip, .identity]) {
    case .brotli: return .brotli
    case .zstd: return .zstd
    case .gzip: return .gzip
    default: return .identity
    }
  }
}
