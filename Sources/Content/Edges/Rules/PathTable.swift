// SPDX-License-Identifier: Apache-2.0

/// The paths of documents, by what the documents tell apart.
package struct PathTable: Sendable, Hashable {
  /// By the numbers of the groups: paths without names in braces, as links write them.
  package var paths: [[String]] = []
  /// By the numbers of the groups: everything below these is in the group.
  package var folders: [[String]] = []
  /// Paths with names in braces; the first one that fits counts, after `paths`.
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
