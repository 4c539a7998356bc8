// SPDX-License-Identifier: Apache-2.0

/// The labels of a site's documents and passes in metrics.
package struct RouteLabels: Sendable, Equatable {
  /// Number of documents beyond which they are counted by their first folder.
  package static let mostDocuments = 1_000

  private let isByFolder: Bool

  /// - Parameter documents: the site's number of documents.
  package init(documents: Int) { isByFolder = documents > RouteLabels.mostDocuments }

  /// Returns the label of a document's path or a pass's prefix; empty for neither.
  package func label(of route: String) -> String {
    guard !route.isEmpty, !route.hasPrefix("/") else { return route }
    guard isByFolder, let slash = route.firstIndex(of: "/") else { return "/\(route)" }
    return "/\(route[..<slash])/*"
  }
}
