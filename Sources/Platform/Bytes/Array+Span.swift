// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Appends the bytes as one block.
  package mutating func append(_ bytes: Span<UInt8>) {
    // Safe: the buffer is read within the closure only, and a span cannot overlap an array that is
    // being mutated.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  package mutating func append(_ text: StaticString) { append(text.span) }
}
