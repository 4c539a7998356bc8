// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues

/// The last failed call to a backend, as its event tells it.
package struct LastFailure: Sendable, Equatable {
  /// The most characters of a text.
  static let textLimit = 300

  package let backend: String
  /// Nanoseconds of Unix time.
  package let time: Int64
  /// The URL without the parameters that events do not show.
  package let url: String
  /// The name of the failure, such as `timeout`.
  package let kind: String
  /// The observation, and the expectation that it breaks.
  package let detail: String?
  /// The id of the request that the call was made for.
  package let request: String

  package init(
    of backend: String,
    at time: Int64,
    url: String,
    kind: String,
    detail: String?,
    request: String
  ) {
    self.backend = backend
    self.time = time
    self.url = String(url.prefix(LastFailure.textLimit))
    self.kind = kind
    self.detail = detail.map { String($0.prefix(LastFailure.textLimit)) }
    self.request = String(request.prefix(LastFailure.textLimit))
  }

  init?(
    _ call: CallRecord,
    at time: Int64,
    request: String,
    showing queries: EventQueries
  ) {
    guard let kind = call.reason ?? call.failure?.label else { return nil }
    let origin = call.sent?.endpoint.map { "\($0.origin)\($0.origin.socketPath == nil ? "" : ":")" }
    self.init(
      of: call.backend,
      at: time,
      url: (origin ?? "") + queries.shown(call.target),
      kind: kind,
      detail: call.failure?.context,
      request: request
    )
  }
}

/// The last failed call to each backend, as one loop has seen it.
struct LastFailures {
  /// The most backends that are remembered.
  static let mostBackends = 200

  private var latest: [String: LastFailure] = [:]

  var all: [LastFailure] { Array(latest.values) }

  mutating func note(_ failure: LastFailure) {
    if latest[failure.backend] == nil, latest.count >= LastFailures.mostBackends {
      // Names of earlier editions make room.
      let oldest = latest.values.min { $0.time < $1.time }
      if let oldest { latest[oldest.backend] = nil }
    }
    latest[failure.backend] = failure
  }
}
