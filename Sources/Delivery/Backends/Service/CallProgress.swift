// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The attempts of a call so far.
struct CallProgress {
  let began: Instant
  /// Number of attempts.
  var attempts = 0
  /// The endpoints that were tried.
  var tried: [EndpointID] = []

  init(began: Instant) { self.began = began }

  /// Records an attempt at an endpoint.
  mutating func tries(_ id: EndpointID) {
    attempts += 1
    // Nearly all calls succeed at once; one attempt needs no allocation.
    last = id
  }

  /// Records that the attempt has failed.
  mutating func failed() {
    if let last { tried.append(last) }
  }

  private var last: EndpointID?
}
