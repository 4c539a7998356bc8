// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Composition
import ContentModel
import Digests
import HTTPValues
import Plans
import Reactor

/// What is kept of what services say, and under which names.
extension FragmentSource {
  func fail(_ duty: FlightDuty, _ error: ServiceFault) {
    duty.fail(error, nextFetch: now + FragmentSource.pauseMilliseconds)
  }

  /// Keeps what a service says, and tells all who wait for it.
  func keep(_ word: Word, of request: CallRequest, _ duty: FlightDuty) {
    switch word {
    case .fragment(let fragment, let lifetime): deliver(fragment, lifetime, request, duty)
    case .absence(let absence): deliver(absence, duty)
    }
  }

  private func deliver(
    _ fragment: Fragment,
    _ lifetime: FragmentLifetime,
    _ request: CallRequest,
    _ duty: FlightDuty
  ) {
    let freshness = request.freshness
    let end = now + Int64(lifetime.seconds) * 1_000
    let entry = NewEntry(
      duty.key,
      fragment,
      kind: .fragment,
      lifetime: Lifetime(
        storedAt: now,
        freshUntil: end,
        staleWhileRevalidateUntil: end + Int64(freshness.staleWhileRevalidate) * 1_000,
        staleIfErrorUntil: end + Int64(freshness.staleIfError) * 1_000
      ),
      tags: Set(fragment.tags.compactMap { TagName($0) })
    )
    if lifetime.isShared {
      duty.deliver(entry, at: now)
    } else {
      duty.deliver(alone: entry, passUntil: now + FragmentSource.pauseMilliseconds, at: now)
    }
  }

  /// Keeps the knowledge that there is nothing, in place of what there was.
  private func deliver(_ absence: Absence, _ duty: FlightDuty) {
    let entry = NewEntry(
      duty.key,
      absence,
      kind: .negative,
      lifetime: Lifetime(storedAt: now, freshUntil: absence.expire.seconds * 1_000),
      tags: Set(absence.tags.compactMap { TagName($0) })
    )
    duty.deliver(entry, at: now)
  }

  /// What is known of a service that has nothing.
  func absence(
    _ fault: ServiceFault,
    _ request: CallRequest,
    _ inputs: PlanInputs
  ) -> Absence {
    Absence(
      reason: fault.reason,
      expire: UnixTime(seconds: core.wallSeconds + Int64(request.freshness.absent)),
      tags: FragmentSource.tags(of: request, inputs)
    )
  }

  static func tags(of request: CallRequest, _ inputs: PlanInputs) -> [String] {
    request.tags.map { filled($0, inputs.route) }
  }

  /// A tag with what stands for the names in its braces.
  static func filled(_ tag: String, _ values: [String: String]) -> String {
    guard tag.utf8.contains(UInt8(ascii: "{")) else { return tag }
    var tag = tag
    for (name, value) in values {
      while let range = tag.firstRange(of: "{\(name)}") { tag.replaceSubrange(range, with: value) }
    }
    return tag
  }

  /// The service and what it is asked for; a byte that no path has keeps it apart from answers.
  func key(of request: CallRequest) -> CacheKey {
    let backend = request.backend.utf8
    let target = request.target.utf8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 + backend.count + target.count)
    bytes.append(1)
    bytes += backend
    bytes += target
    if let body = request.body {
      bytes += [0] + Array(request.method.name.utf8)
      bytes += [0] + SHA256.digest(of: body.span)
    }
    return store.key(bytes)
  }
}
