// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// What a service needs of a request, on its way to a thread that may wait for a disk.
struct ServiceRequest: Sendable {
  let method: Method
  /// The segments of the path that a route left open, decoded, by their names.
  let path: [String: String]
  let query: QueryParameters
  let fields: Fields
  let body: [UInt8]
  /// Unix seconds.
  let now: Int64

  /// What stands in the path under a name that the route has.
  func segment(_ name: String) -> String { path[name] ?? "" }
}
