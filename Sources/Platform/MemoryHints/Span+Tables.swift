// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Hints for large lookup tables with random access.
extension Span where Element: BitwiseCopyable {
  /// Asks the kernel for 2 MB pages, as far as the span fills whole ones: with small pages, TLB
  /// misses cost more than the reads. A kernel without such pages ignores the hint.
  package func preferHugePages() {
    // Safe: the kernel gets an address and a size, and changes no byte there.
    unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe clinux_prefer_huge_pages(start, bytes.count)
    }
  }
  /// Prefetches the element at `index`, which must exist.
  package func fetchAhead(_ index: Int) {
    precondition(indices.contains(index), "the index is out of range")
    // Safe: nothing is read; the processor is told an address.
    unsafe withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      unsafe clinux_fetch_ahead(start + index)
    }
  }
}
