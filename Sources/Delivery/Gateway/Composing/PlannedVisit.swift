// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// A visitor's request for a document with a plan, as the site was when it came.
struct PlannedVisit {
  let request: PlannedRequest
  let site: ServedSite
  /// They belong to this visit alone; the request may be known from an earlier one.
  let credentials: VisitorCredentials
  let log = CallLog()

  init(_ request: PlannedRequest, _ site: ServedSite, _ credentials: VisitorCredentials) {
    self.request = request
    self.site = site
    self.credentials = credentials
  }

  /// What its plan is run with.
  func context(at now: UnixTime) -> PlanContext {
    PlanContext(builder: site.builder(at: now), credentials: credentials, log: log)
  }
}
