// SPDX-License-Identifier: Apache-2.0

import Bytes
import Measure
import Sites

/// A model as a script of k6: a scenario for each route, first at its steady rate and then at its peak,
/// with the promises as thresholds.
package struct LoadTestScript: Sendable {
  /// The seconds for which each rate is held.
  static let (steadySeconds, peakSeconds) = (300, 120)
  /// The time unit of rates in seconds: k6 takes whole numbers of requests for each unit.
  static let unitSeconds = 100.0
  /// Seconds of a route's requests that may be under way at once, since answers take time.
  private static let mostWaitingSeconds = 5.0

  private struct Route {
    let number: Int
    let expected: ExpectedTraffic.Route
    let instances: Double

    /// The tag by which thresholds find the route; its name has braces, which selectors cannot have.
    var tag: String { "r\(number)" }
  }

  private let routes: [Route]

  package init(_ sites: [ExpectedTraffic]) {
    let all = sites.flatMap { site in site.routes.map { ($0, Double(site.instance.count)) } }
    routes = all.enumerated().map { number, route in
      Route(number: number, expected: route.0, instances: route.1)
    }
  }

  package var text: String {
    """
    // The traffic model, as GET /model/loadtest.js says it. To run it:
    // k6 run -e BASE=https://shop.example.com loadtest.js
    import http from "k6/http";

    const base = __ENV.BASE || "http://127.0.0.1:8080";

    // Values for the names in braces of paths, of which one is taken by chance, and what routes send that
    // are no GET: fill in what your services know.
    const values = { id: ["1"] };
    const bodies = {};

    const routes = {
    \(routes.map { "  \($0.tag): \(members(of: $0))" }.joined(separator: ",\n"))
    };

    export const options = {
      scenarios: {
    \(routes.flatMap(scenarios).map { "    \($0)" }.joined(separator: ",\n"))
      },
      thresholds: {
    \(routes.flatMap(thresholds).map { "    \($0)" }.joined(separator: ",\n"))
      },
    };

    // Only errors of the server break a promise.
    http.setResponseCallback(http.expectedStatuses({ min: 100, max: 499 }));

    export function ask() {
      const tag = __ENV.ROUTE;
      const route = routes[tag];
      const path = route.path.replace(/\\{(\\w+)\\}/g, (name, key) => {
        const all = values[key] || [name];
        return encodeURIComponent(all[Math.floor(Math.random() * all.length)]);
      });
      const name = `${route.method} ${route.path}`;
      return http.request(route.method, base + path, bodies[name] || null, {
        tags: { route: tag, name },
      });
    }

    """
  }

  private func members(of route: Route) -> String {
    let name = route.expected.name
    return "{ method: \(name.method.quotedAsJSON)," + " path: \(name.path.quotedAsJSON) }"
  }

  private func scenarios(of route: Route) -> [String] {
    let rates = route.expected.rates
    let levels = [
      ("steady", rates.steady, 0, LoadTestScript.steadySeconds),
      ("peak", rates.peak, LoadTestScript.steadySeconds, LoadTestScript.peakSeconds),
    ]
    return levels.compactMap { level, mean, start, seconds in
      let rate = mean * route.instances
      let requests = (rate * LoadTestScript.unitSeconds).rounded()
      guard let count = Int(exactly: requests), count > 0 else { return nil }
      let most = Int(max(1, (rate * LoadTestScript.mostWaitingSeconds).rounded(.up)))
      return "\(level)_\(route.tag): { executor: \"constant-arrival-rate\", exec: \"ask\","
        + " env: { ROUTE: \"\(route.tag)\" }, rate: \(count),"
        + " timeUnit: \"\(Int(LoadTestScript.unitSeconds))s\", startTime: \"\(start)s\","
        + " duration: \"\(seconds)s\", preAllocatedVUs: \(max(1, most / 10)), maxVUs: \(most) }"
    }
  }

  private func thresholds(of route: Route) -> [String] {
    guard let promise = route.expected.promise else { return [] }
    let failed = ((100 - promise.availability) * 1e6).rounded() / 1e8
    let answered = "\"http_req_failed{route:\(route.tag)}\": [\"rate<=\(failed)\"]"
    guard let within = promise.within else { return [answered] }
    let milliseconds = Figure.rounded(within.inSeconds * 1_000)
    return [
      answered,
      "\"http_req_duration{route:\(route.tag)}\":"
        + " [\"p(\(Figure.rounded(promise.percentile)))<=\(milliseconds)\"]",
    ]
  }
}
