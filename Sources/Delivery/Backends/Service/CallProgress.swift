// SPDX-License-Identifier: Apache-2.0

import Reactor

/// How far a call has come with its attempts.
struct CallProgress {
  let began: Instant
  /// How many attempts were made.
  var attempts = 0
  /// The endpoints that were tried.
  var tried: [EndpointID] = []

  init(began: Instant) { self.began = began }

  /// An attempt goes to an endpoint.
  mutating func tries(_ id: EndpointID) {
    attempts += 1
    // The one that succeeds at once, which nearly all do, is not worth an allocation.
    last = id
  }

  /// An attempt has failed.
  mutating func failed() {
    if let last { tried.append(last) }
  }

  private var last: EndpointID?
}
