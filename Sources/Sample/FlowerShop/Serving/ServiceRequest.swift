// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// The parts of a request that a service needs, passed to a worker thread.
struct ServiceRequest: Sendable {
  let method: Method
  /// The decoded path parameters by name.
  let path: [String: String]
  let query: QueryParameters
  let fields: Fields
  let body: [UInt8]
  /// Unix seconds.
  let now: Int64

  /// Returns a path parameter.
  func segment(_ name: String) -> String { path[name] ?? "" }
}
