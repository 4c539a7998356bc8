// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Services

extension TrafficModel.Route {
  static let routes = shape.dictionary(
    of: "the route",
    keys: .route,
    atMost: TrafficModel.mostRoutes
  )
  .converted(
    to: { entries in
      entries.compactMap { entry in
        guard let name = TrafficModel.RouteName(entry.key) else { return nil }
        var route = entry.value
        route.name = Placed(name, at: entry.place)
        return route
      }
    },
    from: { routes in
      routes.map { Entry(key: "\($0.name.value)", place: $0.name.place, value: $0) }
    }
  )

  private static let shape = Shape.object(
    TrafficModel.Route(
      name: Placed(
        TrafficModel.RouteName(method: "GET", path: "/"),
        at: FilePlace(SiteSettings.path)
      )
    )
  ) {
    Member(
      "steady",
      \.steady,
      .number(TrafficModel.rates),
      "Requests a second in the busiest hour of a usual day; what follows from the flows, unless given.",
      examples: [400]
    )
    Member(
      "peak",
      \.peak,
      .number(TrafficModel.rates),
      "Requests a second that must be held.",
      examples: [1500]
    )
    Member(
      "sla",
      \.promise,
      TrafficModel.ServiceLevel.shape,
      "The service level objective; none, unless given.",
      examples: [["percentile": 99, "within": "120ms", "availability": 99.9]]
    )
    Member(
      "hits",
      \.hits,
      .number(hitRange),
      "Share of the requests that are answered without calling a service.",
      examples: [0.9]
    )
    Member(
      "class",
      \.importance,
      .choice,
      "How much it matters that the promises are kept."
    )
    Member(
      "calls",
      \.calls,
      TrafficModel.BackendCalls.calls,
      "Calls to each service of one request that is not answered without; the calls of the document's "
        + "plan and of the documents that are embedded in it, or of the pass, unless given.",
      examples: [["catalog": 1, "prices": 2]]
    )
  }
  .with("dependentRequired", ["steady": ["peak"], "peak": ["steady"]])
  .adjusted { route, value, subject, context in route.checkRates(value, subject, &context) }

  private func checkRates(
    _ value: DataValue,
    _ subject: Subject,
    _ context: inout ReadingContext
  ) {
    guard (steady == nil) == (peak == nil) else {
      context.findings.error(
        .missingKey,
        at: context.place(of: value),
        "\(subject) has only one of \"steady\" and \"peak\"; expected both or none"
      )
      return
    }
    guard let steady, let peak, steady > peak else { return }
    context.badValue(
      value["peak"] ?? value,
      "\"peak\" of \(subject) is \(peak); expected at least its \"steady\", which is \(steady)"
    )
  }
}

extension TrafficModel.BackendCalls {
  static let calls = Shape.number(counts)
    .dictionary(of: "the calls to", keys: nil)
    .refusingUnknownBackends
    .converted(
      to: { $0.map { TrafficModel.BackendCalls(backend: $0.key, count: $0.value) } },
      from: { calls in
        calls.map { Entry(written: $0.backend, $0.count) }
      }
    )
}

extension TrafficModel.ServiceLevel {
  static let shape = Shape.object(TrafficModel.ServiceLevel()) {
    Member(
      "percentile",
      \.percentile,
      .number(percentages),
      "Percentage of the requests that are answered within the time."
    )
    Member(
      "within",
      \.within,
      Duration.shape,
      "The time; any, unless given.",
      examples: ["120ms"]
    )
    Member(
      "availability",
      \.availability,
      .number(percentages),
      "Percentage of the requests that are answered with anything but a status of 500 or more."
    )
  }
}

extension Shape {
  /// Entries whose keys are names of backends; notes the others.
  var refusingUnknownBackends: Shape {
    adjusted { _, value, _, context in
      guard case .dictionary(let dictionary) = value.content,
        !context.isUnreadable(.backend)
      else { return }
      let known = context.names(of: .backend)
      for member in dictionary.members where !known.contains(member.key) {
        context.findings.error(
          .unknownName,
          at: context.place(member.keyPosition),
          "there is no backend \"\(member.key)\"",
          suggestion: Suggestion.nearest(to: member.key, among: known)
        )
      }
    }
  }
}

extension TextForm where Value == String {
  static let route = TextForm(
    "route",
    expected: "a method and a path such as GET /items/{id}",
    pattern: SchemaPatterns.route,
    accepts: { TrafficModel.RouteName($0) != nil }
  )
}
