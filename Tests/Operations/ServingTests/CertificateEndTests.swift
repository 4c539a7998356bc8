// SPDX-License-Identifier: Apache-2.0

import Serving
import Testing

@Suite struct `The end of a certificate` {
  @Test(arguments: [
    (days: 14, seconds: 0, isSoon: false, isUrgent: false, hasEnded: false),
    (days: 13, seconds: 86_399, isSoon: true, isUrgent: false, hasEnded: false),
    (days: 3, seconds: 0, isSoon: true, isUrgent: false, hasEnded: false),
    (days: 2, seconds: 86_399, isSoon: true, isUrgent: true, hasEnded: false),
    (days: 0, seconds: 1, isSoon: true, isUrgent: true, hasEnded: false),
    (days: 0, seconds: 0, isSoon: true, isUrgent: true, hasEnded: true),
    (days: 0, seconds: -1, isSoon: true, isUrgent: true, hasEnded: true),
  ])
  func `The end of a certificate is told 14 days before, urgently 3 days before`(
    left: (days: Int, seconds: Int, isSoon: Bool, isUrgent: Bool, hasEnded: Bool)
  ) {
    let now: Int64 = 1_800_000_000
    let rest = Int64(left.days * 86_400 + left.seconds)
    let end = CertificateEnd("shop.pem", now + rest, at: now)
    #expect(end.days == left.days && end.isSoon == left.isSoon)
    #expect(end.isUrgent == left.isUrgent && end.hasEnded == left.hasEnded)
  }
}
