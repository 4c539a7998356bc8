// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import Services

/// The entries that a purge would hit, and the calls that it takes to have them again.
package struct PurgeExtent: Sendable {
  package private(set) var entries = 0
  package private(set) var bytes = 0
  /// The calls to each service: one for each of its answers that is kept by itself, or along a pass.
  package private(set) var calls: [String: Int] = [:]

  /// Looks at all entries, which takes long where there are many, and changes nothing.
  ///
  /// - Parameter milliseconds: the present; entries that could not be served any more do not count.
  package init(
    of scopes: [PurgeScope],
    in store: AnswerStore,
    _ passes: [PassDeclaration],
    at milliseconds: Int64
  ) {
    var extent = (entries: 0, bytes: 0, calls: [String: Int]())
    store.forEachEntry(at: milliseconds) { entry in
      guard scopes.contains(where: { $0.hits(entry) }) else { return }
      extent.entries += 1
      extent.bytes += entry.cost
      if let service = FragmentSource.service(of: entry.key) {
        extent.calls[service, default: 0] += 1
      } else if let responses = entry.payload as? StoredResponses {
        let path = "/" + String(decoding: entry.key.path, as: UTF8.self)
        guard let pass = passes.longest(covering: path) else { return }
        extent.calls[pass.backend, default: 0] += responses.heads.count
      }
    }
    (entries, bytes, calls) = extent
  }
}

extension [PassDeclaration] {
  /// The declaration that a path goes by: the one with the longest prefix.
  func longest(covering path: String) -> PassDeclaration? {
    filter { $0.covers(path) }.max { $0.prefix.utf8.count < $1.prefix.utf8.count }
  }
}
