// SPDX-License-Identifier: Apache-2.0

/// Time that compression may take; each coding has its own number for it.
package enum CompressionLevel: Sendable, Hashable, CaseIterable {
  /// For bodies that are sent once.
  case fast
  /// For bodies that are stored for a short time.
  case balanced
  /// For bodies that are stored and sent often: a hundred times slower, a tenth smaller.
  case smallest

  /// There are twelve, from 1 on.
  var libdeflate: Int32 {
    switch self {
    case .fast: 1
    case .balanced: 6
    case .smallest: 12
    }
  }

  var brotli: Int32 {
    switch self {
    case .fast: 2
    case .balanced: 5
    case .smallest: 11
    }
  }

  /// 19 is the last level whose window stays within the 8 MiB of RFC 9659.
  var zstd: Int32 {
    switch self {
    case .fast: 1
    case .balanced: 6
    case .smallest: 19
    }
  }
}
