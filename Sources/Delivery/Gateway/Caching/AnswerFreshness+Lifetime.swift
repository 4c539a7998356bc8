// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Edges

extension AnswerFreshness {
  /// The lifetime of an answer in the gateway's cache, which ends at the latest with the next change of anything in it.
  func lifetime(storedAt now: Int64) -> EntryLifetime {
    let end = expire.milliseconds
    return EntryLifetime(
      storedAt: now,
      freshUntil: end,
      staleWhileRevalidateUntil: end + Int64(staleWhileRevalidate) * 1_000,
      staleIfErrorUntil: end + Int64(staleIfError) * 1_000,
      notAfter: whole.change.milliseconds
    )
  }
}

extension UnixTime {
  /// The instant in milliseconds, or the nearest representable one.
  var milliseconds: Int64 {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    guard overflow else { return product }
    return seconds < 0 ? .min : .max
  }
}
