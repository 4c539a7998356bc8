// SPDX-License-Identifier: Apache-2.0

package import Backends

/// The present state of one loop's gateway, as values that operators may be shown.
package struct GatewayInspection: Sendable {
  package let requests: [RequestUnderWay]
  package let backends: [BackendStatus]
  /// The last failed call to each backend.
  package let failures: [LastFailure]
}

/// A request that waits for something, and its client with it.
package struct RequestUnderWay: Sendable {
  package let method: String
  /// The target without the parameters that events do not show.
  package let target: String
  /// The path of the document or of the pass, as the site declares it.
  package let route: String
  /// The name of the step that waits.
  package let step: String
  /// The calls, requests or client that it waits for.
  package let waits: [String]
  /// The duration of the step so far.
  package let nanoseconds: Int64
}
