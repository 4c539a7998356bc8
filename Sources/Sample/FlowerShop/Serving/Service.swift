// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import Synchronization

/// An operation of a service: a method, a path such as `/items/{id}`, and what responds.
struct Route: Sendable {
  typealias Answer = @Sendable (inout ShopData, ServiceRequest) throws(Refusal) -> ServiceReply

  let method: Method
  let answer: Answer
  private let segments: [Substring]

  init(_ method: Method, _ path: String, _ answer: @escaping Answer) {
    self.method = method
    self.answer = answer
    segments = path.split(separator: "/")
  }

  /// Returns the values of the open segments; `nil` if the path does not match.
  func match(_ path: [String]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var found: [String: String] = [:]
    for (segment, part) in zip(segments, path) {
      if segment.hasPrefix("{") {
        found[String(segment.dropFirst().dropLast())] = part
      } else if segment != part {
        return nil
      }
    }
    return found
  }
}

/// The data of all services, of which one request at a time makes use.
final class SharedShopData: Sendable {
  let data: Mutex<ShopData>

  init(_ data: ShopData) { self.data = Mutex(data) }
}

/// A service: its routes with a health check, and the fault that it is to show.
final class Service: Sendable {
  let faults = FaultSwitch()
  private let routes: [Route]
  private let shared: SharedShopData

  init(_ routes: [Route], over shared: SharedShopData) {
    let health = Route(.get, "/health") { _, _ in
      ServiceReply(.object(("status", .text("ok"))))
    }
    self.routes = routes + [health]
    self.shared = shared
  }

  func reply(to request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var request = request
    let segments = try request.segments
    var allowed: [String] = []
    for route in routes {
      guard let found = route.match(segments) else { continue }
      if route.method == request.method {
        request.parameters = found
        let asked = request
        return try shared.data.withLock { (data: inout ShopData) throws(Refusal) in
          try route.answer(&data, asked)
        }
      }
      allowed += route.method == .get ? ["GET", "HEAD"] : [route.method.name]
    }
    guard !allowed.isEmpty else { throw .notFound(request.path) }
    throw .notAllowed(request.method, of: allowed.joined(separator: ", "))
  }
}
