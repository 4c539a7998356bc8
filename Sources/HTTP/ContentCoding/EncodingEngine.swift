// SPDX-License-Identifier: Apache-2.0

/// One C library's encoder.
protocol EncodingEngine: AnyObject {
  /// Encodes what it can of `source` into `target`, which is not empty.
  @unsafe
  func run(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>,
    _ purpose: EncodingPurpose
  ) throws(CodingFault) -> EncodingProgress
}

/// What is to be reached with a run of an engine.
enum EncodingPurpose {
  /// To take the source; the engine may keep it for better company.
  case take
  /// That the peer can decode all that was taken.
  case flush
  /// That the coded data is complete.
  case finish
}

/// What one run of an engine did.
struct EncodingProgress {
  var consumed = 0
  var produced = 0
  /// Whether the purpose is reached.
  var isDone = false
}
