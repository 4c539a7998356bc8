// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// Fault of a Transfer-Encoding that is not just `chunked`.
enum TransferCoding {
  /// Codings that we do not have, properly closed by `chunked`, are 501; all else is malformed.
  static func fault(_ value: Span<UInt8>) -> HeadFault.Kind {
    guard let comma = value.lastIndex(of: UInt8(ascii: ",")),
      value.extracting((comma + 1)...).trimmed.matches(lowercase: "chunked"),
      areOtherCodings(value.extracting(first: comma))
    else { return .transferCoding }
    return .unsupportedCoding
  }

  private static func areOtherCodings(_ list: Span<UInt8>) -> Bool {
    var start = 0
    while start <= list.count {
      let comma = list.firstIndex(of: UInt8(ascii: ","), from: start) ?? list.count
      let coding = list.extracting(start..<comma).trimmed
      guard coding.isToken, !coding.matches(lowercase: "chunked"),
        !coding.matches(lowercase: "identity")
      else { return false }
      start = comma + 1
    }
    return true
  }
}
