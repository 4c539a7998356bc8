// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import Services

/// The number of answers that a site's cache keeps, for each document and pass.
package struct RouteEntryCounts: Sendable {
  /// Counts by the path of the document as the site declares it, or the prefix of the pass.
  package private(set) var countOfRoute: [String: Int] = [:]

  /// Counts all entries, which takes long if there are many.
  package init(in store: AnswerStore, _ passes: [PassDeclaration], at milliseconds: Int64) {
    var counts: [String: Int] = [:]
    store.forEachEntry(at: milliseconds) { entry in
      switch entry.payload {
      case let answer as SharedAnswer: counts[answer.route, default: 0] += 1
      case let responses as StoredResponses:
        let path = "/" + String(decoding: entry.key.path, as: UTF8.self)
        guard let pass = passes.longest(covering: path) else { return }
        counts[pass.shownPrefix, default: 0] += responses.heads.count
      default: return
      }
    }
    countOfRoute = counts
  }
}
