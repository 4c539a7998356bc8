// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

/// Reads how long something is good for.
enum LifetimesReader {
  static func lifetimes(
    _ members: inout MemberReader,
    or standard: Lifetimes,
    _ findings: inout Findings
  ) -> Lifetimes {
    var lifetimes = standard
    if let ttl = members.integer("ttl", in: Lifetimes.range, &findings) { lifetimes.ttl = ttl }
    if let stale = members.integer(
      "staleWhileRevalidate",
      in: Lifetimes.staleRange,
      &findings
    ) {
      lifetimes.staleWhileRevalidate = stale
    }
    if let stale = members.integer("staleIfError", in: Lifetimes.staleRange, &findings) {
      lifetimes.staleIfError = stale
    }
    return lifetimes
  }
}
