// SPDX-License-Identifier: Apache-2.0

/// Limits of decoding a body.
package struct DecodingLimits: Sendable, Equatable {
  /// Maximum number of codings applied to a body. One is usual; a second one is a mistake that
  /// happens; more are an attack.
  package var codings = 2
  /// Maximum number of bytes of a decoded body, and between two codings.
  package var decodedBytes = 64 << 20
  /// Maximum number of decoded bytes for each coded one. Text that repeats itself reaches 20 to
  /// 100; gzip's bombs reach 1,000, those of brotli and zstd a hundred times that.
  package var ratio = 200
  /// The ratio counts once there are more decoded bytes than this: a short run of zeros is no bomb.
  package var ratioFloor = 1 << 20
  /// Decoding stops while this many decoded bytes wait to be taken.
  package var backlog = 64 << 10
  /// The largest power of two of memory for zstd's window: 8 MiB, which RFC 9659 makes the limit.
  package var zstdWindowLog = 23

  package init() {}
}
