// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import Digests
import HTTPValues
import Plans
import Reactor
import Services

/// Storing the answers of services, with their keys and tags.
extension FragmentSource {
  func fail(_ lease: FetchLease, _ error: ServiceFault, _ privacy: Privacy) {
    lease.fail(error, privacy: privacy, nextFetch: now + FragmentSource.pauseMilliseconds)
  }

  /// Stores a service's answer, and gives it to all waiters.
  ///
  /// - Parameter begun: the purge epoch when the service was asked.
  func keep(
    _ fragment: Fragment,
    of request: CallRequest,
    under key: CacheKey,
    _ lease: FetchLease?,
    begun: PurgeEpoch
  ) {
    deliver(entry(for: fragment, request, key), lease, begun)
  }

  /// Stores that there is nothing.
  func keep(
    _ absence: Absence,
    under key: CacheKey,
    _ lease: FetchLease?,
    begun: PurgeEpoch
  ) {
    deliver(entry(for: absence, key), lease, begun)
  }

  private func deliver(_ entry: NewEntry, _ lease: FetchLease?, _ begun: PurgeEpoch) {
    if let lease {
      lease.deliver(entry, at: now)
    } else {
      store.store(entry, begun: begun, at: now)
    }
  }

  private func entry(
    for fragment: Fragment,
    _ request: CallRequest,
    _ key: CacheKey
  ) -> NewEntry {
    let end = fragment.freshness.expire.seconds * 1_000
    let (lifetimes, privacy) = (request.lifetimes, fragment.freshness.privacy)
    let hasWindow = lifetimes.staleWhileRevalidate > 0 || lifetimes.staleIfError > 0
    let mayBeKept = privacy.isShared && (end > now || hasWindow)
    return NewEntry(
      key,
      mayBeKept ? StoredFragment(fragment) : fragment,
      kind: .fragment,
      lifetime: EntryLifetime(
        storedAt: now,
        freshUntil: end,
        staleWhileRevalidateUntil: end + Int64(request.lifetimes.staleWhileRevalidate) * 1_000,
        staleIfErrorUntil: end + Int64(request.lifetimes.staleIfError) * 1_000
      ),
      privacy: fragment.freshness.privacy,
      tags: Set(fragment.tags.compactMap { TagName($0) })
    )
  }

  /// The negative entry that replaces an earlier answer.
  private func entry(for absence: Absence, _ key: CacheKey) -> NewEntry {
    NewEntry(
      key,
      absence,
      kind: .negative,
      lifetime: EntryLifetime(storedAt: now, freshUntil: absence.freshness.expire.seconds * 1_000),
      privacy: absence.freshness.privacy,
      tags: Set(absence.tags.compactMap { TagName($0) })
    )
  }

  /// The negative entry for a service that has nothing.
  func absence(
    _ fault: ServiceFault,
    _ request: CallRequest,
    _ privacy: Privacy,
    _ inputs: PlanInputs
  ) -> Absence {
    let instant = UnixTime(seconds: core.wallSeconds)
    return Absence(
      reason: fault.label,
      isGone: fault.isGone,
      Freshness(
        since: instant,
        expire: UnixTime(seconds: instant.seconds + Int64(request.lifetimes.absent)),
        privacy: privacy
      ),
      tags: FragmentSource.tags(of: request, inputs)
    )
  }

  static func tags(of request: CallRequest, _ inputs: PlanInputs) -> [String] {
    request.tags.map { inputs.route.filling($0) }
  }

  /// The service whose answer an entry holds by its key; `nil` for one that holds something else.
  static func service(of key: CacheKey) -> String? {
    let path = key.path
    guard path.first == FragmentSource.mark else { return nil }
    return String(decoding: path.dropFirst().prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
  }

  /// The service and the target of the call whose answer an entry holds; `nil` for one of something else.
  static func call(of key: CacheKey) -> String? {
    guard let service = service(of: key) else { return nil }
    let target = key.path.dropFirst(1 + service.utf8.count)
    return "\(service) \(String(decoding: target, as: UTF8.self))"
  }

  /// Begins the keys of fragments: no path has the byte.
  private static let mark: UInt8 = 1

  /// The key of a request to a service; a byte that no path has keeps it apart from answers.
  ///
  /// - Parameter tags: those of the rollout, since an edition that is rolled out has answers of its own.
  func key(of request: CallRequest, _ tags: [String]) -> CacheKey {
    let backend = request.backend
    let target = request.target
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 + backend.utf8.count + target.utf8.count)
    bytes.append(FragmentSource.mark)
    bytes.append(backend.utf8Span.span)
    bytes.append(target.utf8Span.span)
    for tag in tags { bytes += [0] + Array(tag.utf8) }
    let (sent, xml) = (request.sent, request.xml)
    if sent != nil || xml != nil {
      // Calls with different additions, or other forms of XML, have different answers.
      let (identity, form) = (sent?.identity ?? "", xml ?? XMLRules())
      bytes += [0] + SHA256.digest(of: Array("\(identity)\n\(form)".utf8).span)
    }
    if let body = request.body {
      bytes += [0] + Array(request.method.name.utf8)
      bytes += [0] + SHA256.digest(of: body.span)
    }
    return store.key(bytes)
  }
}
