// SPDX-License-Identifier: Apache-2.0

import Bytes

extension Fields {
  /// The keys of `Surrogate-Key`, by which a service says that its answer is purged.
  package var surrogateKeys: [String] {
    guard let keys = view.combined(FieldName(.surrogateKey)) else { return [] }
    // Several fields are joined by commas, which no key has.
    return keys.utf8Span.span.texts { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
  }
}
