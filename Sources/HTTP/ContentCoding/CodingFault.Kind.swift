// SPDX-License-Identifier: Apache-2.0

extension CodingFault.Kind {
  /// The word for metrics.
  package var label: String {
    switch self {
    case .unsupported: "unsupported"
    case .tooManyCodings: "too_many_codings"
    case .corrupt: "corrupt"
    case .truncated: "truncated"
    case .trailingGarbage: "trailing_garbage"
    case .tooLarge: "too_large"
    case .tooDense: "too_dense"
    case .windowTooLarge: "window_too_large"
    case .outOfMemory: "out_of_memory"
    }
  }
}
