// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Tables that are read here and there, and never in order.
extension Span where Element: BitwiseCopyable {
  /// Asks the kernel to keep what is here in pages of two megabytes, as far as it fills whole ones:
  /// finding the small pages of a large table takes longer than reading it. Only the speed changes;
  /// a kernel without such pages does nothing.
  package func preferHugePages() {
    // Safe: the kernel gets an address and a size, and changes no byte there.
    unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe clinux_prefer_huge_pages(start, bytes.count)
    }
  }
  /// Asks the processor to fetch what is at `index`, while it does something else. There must be
  /// something.
  package func fetchAhead(_ index: Int) {
    precondition(indices.contains(index), "nothing stands there")
    // Safe: nothing is read; the processor is told an address.
    unsafe withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      unsafe clinux_fetch_ahead(start + index)
    }
  }
}
