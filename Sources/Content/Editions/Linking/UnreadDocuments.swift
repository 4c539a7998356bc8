// SPDX-License-Identifier: Apache-2.0

/// Documents that are there and whose files cannot be read. What leads to them is no mistake of its own.
struct UnreadDocuments: Sendable {
  private let paths: Set<String>
  private let routes: RouteTable

  init(_ paths: some Sequence<String>) {
    self.paths = Set(paths)
    routes = RouteTable(self.paths)
  }

  var isEmpty: Bool { paths.isEmpty }

  func contains(_ path: String) -> Bool { paths.contains(path) || routes.match(path) != nil }
}
