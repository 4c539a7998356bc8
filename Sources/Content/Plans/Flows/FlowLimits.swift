// SPDX-License-Identifier: Apache-2.0

/// How much links may carry along a flow.
package enum FlowLimits {
  /// The parameter of a URL in which links carry all values.
  package static let parameter = "flow"
  /// Values that one document carries.
  package static let maximumNames = 16
  package static let maximumNameBytes = 32
  /// Bytes of one value.
  package static let valueBytes = 1...512
  package static let standardBytes = 128
  /// Bytes of all values that one document carries, were each as long as it may be.
  package static let maximumTotalBytes = 1_024
  /// Characters of the text in which a link carries all of them: each byte may take three in it, and
  /// names and the seal are in it too.
  package static let maximumCharacters = 5_120

  /// Whether something can be the name of a value.
  package static func isName(_ name: String) -> Bool {
    (1...maximumNameBytes).contains(name.utf8.count) && name.utf8.allSatisfy(Pick.isNamePart)
  }
}
