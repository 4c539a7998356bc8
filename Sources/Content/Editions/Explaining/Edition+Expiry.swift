// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import ContentResolution
import Sites

/// The instants at which the freshness of documents ends next, in steps that grow.
///
/// They follow from the content alone; an answer that is composed of services' answers may end before.
package struct ExpiryForecast: Sendable {
  /// The ends of the steps, in seconds from now.
  package static let steps: [Int64] = [10, 60, 300, 900, 3_600, 21_600, 86_400, 604_800]
  /// The most documents that are looked at; of more, every second one, or every third, and so on.
  package static let maximumDocuments = 50_000

  /// The documents whose freshness ends within a step.
  package struct Step: Sendable {
    /// Seconds from now to the end of the step.
    package let within: Int64
    package fileprivate(set) var documents = 0
    /// Those of them that end with a scheduled change.
    package fileprivate(set) var changes = 0
    /// The document that ends first in the step.
    package fileprivate(set) var first: (path: String, expire: UnixTime)?
  }

  package private(set) var steps = ExpiryForecast.steps.map { Step(within: $0) }
  /// Number of documents that were looked at.
  package private(set) var counted = 0
  package let documents: Int

  package init(_ publication: Publication, at now: UnixTime) {
    let (edition, overlay) = (publication.edition, publication.overlay)
    documents = edition.documentCount
    let stride = 1 + max(0, documents - 1) / ExpiryForecast.maximumDocuments
    for index in Swift.stride(from: 0, to: documents, by: stride) {
      let draft = edition.drafts[index]
      let number = DocumentNumber(rawValue: UInt32(index))
      let boundary = edition.resolver.nextBoundary(of: number, after: now)
      let freshness = Freshness(
        at: now,
        ttl: overlay.ttl(of: draft),
        name: draft.path,
        boundary: boundary
      )
      add(draft.path, freshness.expire, isChange: freshness.expire == boundary, at: now)
    }
  }

  private mutating func add(
    _ path: String,
    _ expire: UnixTime,
    isChange: Bool,
    at now: UnixTime
  ) {
    counted += 1
    let (left, overflow) = expire.seconds.subtractingReportingOverflow(now.seconds)
    guard !overflow, let place = steps.firstIndex(where: { left <= $0.within }) else { return }
    steps[place].documents += 1
    if isChange { steps[place].changes += 1 }
    guard steps[place].first.map({ expire < $0.expire }) ?? true else { return }
    steps[place].first = (path, expire)
  }
}
