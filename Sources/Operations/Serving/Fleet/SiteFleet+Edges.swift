// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import Digests
import Edges
import Editions
package import Fleet
import Purging
import Sites
import Synchronization

// The edges are purged by the holder of the fleet's lease. Its dispatcher knows a purge by the name that it has in the
// fleet, so that it is made once; what it began goes on when the lease is lost, since a purge too many does no harm.

extension SiteFleet {
  /// The age of a change up to which its purges are asked for again after a restart.
  private static let purgedAge: Int64 = 3_600_000_000

  /// The time behind which a node has what it missed, or knows that it may have missed something.
  private static let catchingUp = Duration.seconds(5)

  package func beginEdges(_ fence: Fence, _ jobs: [FleetEntry]) {
    site.log.write("this node purges the edges of the fleet from now on")
    for job in jobs { purgeEdges(job) }
  }

  package func purgeEdges(_ entry: FleetEntry) {
    guard case .edgePurge(let job) = entry.content, let parts = parts.withLock(\.self) else {
      return
    }
    let name = "\(entry.id)"
    parts.dispatcher.take(job.purge, named: name, reason: job.reason) { [self] result in
      switch result {
      case .success(let known): if known.state.isOver { edgesAreOver(known) }
      case .failure(let error): node?.edgeIsOver(entry.id, failure: "\(error)")
      }
    }
  }

  package func endEdges() { site.log.write("another node purges the edges of the fleet") }

  /// Tells the fleet of the end of one of its purges.
  func edgesAreOver(_ job: PurgeJob) {
    guard let id = EntryID(job.id), let node, node.state.holder == node.id else { return }
    let failed = job.legs.filter { $0.state == .failed }
    let reasons = failed.map { "\($0.edge): \($0.error ?? "unknown error")" }
    node.edgeIsOver(id, failure: reasons.isEmpty ? nil : reasons.joined(separator: "; "))
  }

  /// Has the edges purged of what a publication has changed. All nodes find that out and ask for it under the same
  /// name, so that it is done whichever of them dies.
  func purgeEdges(
    ofPublication purges: [Purge],
    reason: String,
    isOver: @escaping @Sendable ((any Error)?) -> Void
  ) {
    guard node != nil else {
      // They are asked for once the node has joined.
      early.withLock { $0.append((purges, reason)) }
      return isOver(nil)
    }
    if let change = change.withLock(\.self), !isOld(change) {
      for (number, purge) in purges.enumerated() {
        purgeEdges(purge, reason: reason, named: "\(change.id) \(number)")
      }
    }
    isOver(nil)
  }

  /// Has the edges purged once, whichever nodes ask for it under the same name.
  func purgeEdges(_ purge: Purge, reason: String, named name: String) {
    let digest = SHA256.digest(of: name.utf8Span.span)
    guard let id = EntryID(Hexadecimal.text(digest.prefix(16))) else { return }
    node?.purgeEdges(EdgePurge(purge, reason: reason), as: id)
  }

  /// Has the edges purged of what was found to have changed before the node joined.
  func purgeEarly() {
    let early = early.withLock { early in
      defer { early = [] }
      return early
    }
    for (purges, reason) in early { purgeEdges(ofPublication: purges, reason: reason) { _ in } }
  }

  private func isOld(_ change: FleetEntry) -> Bool {
    guard let activation = change.activation else { return false }
    let now = UnixTime.now.seconds * 1_000_000
    return now - activation.microseconds > Self.purgedAge
  }

  /// True for a site with edges that are purged.
  private var hasEdges: Bool {
    site.publisher.publication?.edition.site.edges.contains { $0.purge != nil } ?? false
  }

  /// Has the edges purged of other changes than editions: of records, and of emergencies. Without edges nothing is logged:
  /// records change often.
  func purgeEdges(
    _ purges: [Purge],
    reason: String,
    isOver: @escaping @Sendable ((any Error)?) -> Void
  ) {
    guard hasEdges else { return isOver(nil) }
    guard let node else {
      return isOver(PlainError("the node has not joined the fleet"))
    }
    Task {
      do {
        for purge in purges {
          _ = try await node.purgeEdges(EdgePurge(purge, reason: reason))
        }
        isOver(nil)
      } catch {
        isOver(error)
      }
    }
  }

  /// The entries of a purge that came without an operator's order.
  static func scopes(_ target: Purge.Target) -> [PurgeScope] {
    switch target {
    case .tags(let tags): tags.compactMap { TagName($0).map { .tag($0) } }
    case .paths(let urls, let tags):
      urls.map {
        .path(Array($0.utf8.drop { $0 == UInt8(ascii: "/") }.prefix { $0 != UInt8(ascii: "?") }))
      }
        + tags.compactMap { TagName($0).map { .tag($0) } }
    case .prefix(let path): [.paths(prefix: Array(path.utf8.drop { $0 == UInt8(ascii: "/") }))]
    case .everything: [.everything]
    }
  }

  /// Purges the caches of all nodes, and has the edges purged then.
  package func purge(
    _ order: PurgeOrder,
    hasEdges: Bool
  ) async throws -> (told: Acknowledgement, edges: EntryID?) {
    guard let node else { throw PlainError("the node has not joined the fleet") }
    let told = try await node.purge(
      order.purge,
      order: String(decoding: order.body, as: UTF8.self)
    )
    guard hasEdges else { return (told, nil) }
    let edges = EdgePurge(order.purge, reason: nil)
    let job = try await node.purgeEdges(edges).entry
    if !told.missing.isEmpty {
      Task {
        // A node that stood still for a moment may give the edges what it had, until it has the purge.
        try await Task.sleep(for: Self.catchingUp)
        _ = try await node.purgeEdges(edges)
      }
    }
    return (told, job)
  }
}
