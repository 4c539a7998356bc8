// SPDX-License-Identifier: Apache-2.0

/// A position in a file of a site.
package struct FilePlace: Sendable, Hashable {
  /// The path relative to the site's folder, such as `Content/home.json5`.
  package let file: String
  package let position: SourcePosition

  package init(_ file: String, _ position: SourcePosition = .start) {
    self.file = file
    self.position = position
  }
}

extension FilePlace: Comparable {
  package static func < (first: FilePlace, second: FilePlace) -> Bool {
    (first.file, first.position) < (second.file, second.position)
  }
}

extension FilePlace: CustomStringConvertible {
  package var description: String { "\(file):\(position)" }
}
