// SPDX-License-Identifier: Apache-2.0

/// One C library's decoder.
///
/// An engine sees bytes and memory and nothing else; limits and buffers are the business of those
/// who drive it.
protocol DecodingEngine: AnyObject {
  /// Decodes what it can of `source` into `target`, which is not empty.
  @unsafe
  func run(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(CodingFault) -> DecodingProgress

  /// Whether the coded data could end here.
  var isAtEnd: Bool { get }
}

/// Progress of one run of an engine.
struct DecodingProgress {
  var consumed = 0
  var produced = 0
}
