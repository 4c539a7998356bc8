// SPDX-License-Identifier: Apache-2.0

/// A visitor's request for a document with a plan, and the site as it was when the request came.
final class PlannedVisit {
  let request: PlannedRequest
  let site: ServedSite
  /// The credentials belong to this visit alone; the request may be remembered from an earlier one.
  let credentials: VisitorCredentials
  let trace: RequestTrace
  let log = CallLog(usualCount: 8)
  /// Whether outdated answers of services are fetched anew before the answer is composed, since nobody waits
  /// for it.
  let wantsFreshParts: Bool
  /// True if another request composes the answer and this one waits for it.
  var isWaitingForOther = false
  /// The latest of the fetches that were begun, each of which knows the one before it.
  private var latestFetch: FragmentFetch?

  init(
    _ request: PlannedRequest,
    _ site: ServedSite,
    _ credentials: VisitorCredentials,
    in trace: RequestTrace,
    wantsFreshParts: Bool = false
  ) {
    self.wantsFreshParts = wantsFreshParts
    self.trace = trace
    self.request = request
    self.site = site
    self.credentials = credentials
  }
}

extension PlannedVisit {
  /// Adds a fetch that has to be waited for.
  func began(_ fetch: FragmentFetch) {
    fetch.previous = latestFetch
    latestFetch = fetch
  }

  /// Drops the fetches, which refer to the visit, when they are over or not waited for any more.
  func forgetFetches() {
    var fetch = latestFetch.take()
    while let current = fetch { fetch = current.previous.take() }
  }

  /// The requests and calls that the visit waits for, in their order.
  var waits: [String] {
    if isWaitingForOther { return ["another request that composes the same"] }
    var waits: [String] = []
    var fetch = latestFetch
    while let current = fetch {
      if let wait = current.wait { waits.append(wait) }
      fetch = current.previous
    }
    return waits.reversed()
  }
}
