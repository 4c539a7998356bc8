// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// Finds the handler of a request among a service's routes and its health check.
struct ServiceRouter: Sendable {
  static let healthPath = "/health"

  private let routes: [ServiceRoute]

  init(_ service: any ShopService) {
    let health = ServiceRoute(.get, ServiceRouter.healthPath) { _ in
      try service.check()
      return ServiceReply(body: .object(["status": .text("ok")]))
    }
    routes = service.routes + [health]
  }

  /// Returns the handler and the path parameters. HEAD is handled as GET.
  func route(
    _ method: Method,
    _ path: [String]
  ) throws(Refusal) -> (ServiceRoute, [String: String]) {
    let wanted = method == .head ? .get : method
    var allowed: [String] = []
    for route in routes {
      guard let found = route.match(path) else { continue }
      if route.method == wanted { return (route, found) }
      allowed += route.method == .get ? ["GET", "HEAD"] : [route.method.name]
    }
    guard !allowed.isEmpty else { throw .notFound("/" + path.joined(separator: "/")) }
    let methods = (allowed + ["OPTIONS"]).joined(separator: ", ")
    if method == .options { return (ServiceRouter.options(methods), [:]) }
    throw Refusal(
      .methodNotAllowed,
      "the method is \(method.name), expected \(methods)",
      fields: ["allow": methods]
    )
  }

  private static func options(_ methods: String) -> ServiceRoute {
    ServiceRoute(.options, "") { _ in
      ServiceReply(status: .noContent, fields: ["allow": methods])
    }
  }
}
