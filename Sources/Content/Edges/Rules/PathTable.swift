// SPDX-License-Identifier: Apache-2.0

/// The paths of documents with the groups that they belong to.
package struct PathTable: Sendable, Hashable {
  /// Paths without names in braces, for each group in the order of their numbers.
  package var paths: [[String]] = []
  /// Folders with all paths below them, for each group in the order of their numbers.
  package var folders: [[String]] = []
  /// Paths with names in braces; the first one that matches counts, after `paths`.
  package var routes: [Route] = []

  package struct Route: Sendable, Hashable {
    package let path: String
    package let group: Int

    package init(path: String, group: Int) {
      self.path = path
      self.group = group
    }
  }

  package init() {}
}
