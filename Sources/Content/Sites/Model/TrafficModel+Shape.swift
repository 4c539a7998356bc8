// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

extension TrafficModel {
  static let shape = Shape.object(TrafficModel()) {
    Member(
      "volume",
      \.volume,
      Volume.shape,
      "How many visits there are, from which the rates of flows follow.",
      examples: [["month": 90_000_000, "peakHour": 3]]
    )
    Member(
      "flows",
      \.flows,
      Flow.shape.dictionary(of: "the flow", keys: .flow, atMost: mostFlows).keyed(by: \.name),
      "Ways that visits take, by names of your choice.",
      examples: [["start": ["share": 1, "calls": ["GET /config": 1]]]]
    )
    Member(
      "routes",
      \.routes,
      Route.routes,
      "The expected traffic of routes, by their methods and paths.",
      examples: [["GET /items/{id}": ["steady": 400, "peak": 1500, "hits": 0.9]]]
    )
    Member(
      "backends",
      \.backends,
      BackendCapacity.backends,
      "The capacities of services, by the names of backends.",
      examples: [["catalog": ["capacity": 800]]]
    )
    Member(
      "instance",
      \.instance,
      Instance.shape,
      "The size of one instance of the gateway.",
      examples: [["cores": 4, "egress": 1]]
    )
    Member(
      "requests",
      \.requests,
      LoadRequests.shape,
      "What load tests send to the routes of the model.",
      examples: [["values": ["id": ["0101-2010-0611"]]]]
    )
  }
  .adjusted { model, value, _, context in model.check(value, &context) }

  /// Notes flows without visits, and routes without rates.
  private func check(_ value: DataValue, _ context: inout ReadingContext) {
    if !flows.isEmpty, volume == nil {
      context.findings.error(
        .missingKey,
        at: context.place(of: value["flows"] ?? value),
        "the model has flows but no \"volume\", so that their rates are unknown"
      )
      return
    }
    for route in routes where rates(of: route.name.value) == nil {
      context.findings.error(
        .missingKey,
        at: route.name.place,
        "the route \"\(route.name.value)\" has no rate of requests; expected \"steady\" and "
          + "\"peak\", or a flow that calls it"
      )
    }
  }
}

extension TrafficModel.Volume {
  static let shape = Shape.object(TrafficModel.Volume()) {
    Member(
      "month",
      \.month,
      .number(months),
      isRequired: true,
      "Visits in a usual month.",
      examples: [90_000_000]
    )
    Member(
      "peakMonth",
      \.peakMonth,
      .number(factors),
      "How many times as many the busiest month has."
    )
    Member(
      "peakDay",
      \.peakDay,
      .number(factors),
      "How many times as many as a mean day of its month the busiest day has."
    )
    Member(
      "peakHour",
      \.peakHour,
      .number(factors),
      "How many times as many as a mean hour of its day the busiest hour has."
    )
    Member(
      "doublings",
      \.doublings,
      .number(doublingRange),
      "How often the volume may double before the peak is no longer held."
    )
  }
}

extension TrafficModel.Flow {
  static let shape = Shape.object(TrafficModel.Flow()) {
    Member("share", \.share, .number(shares), "Share of the visits that take it.")
    Member(
      "calls",
      \.calls,
      callsShape,
      isRequired: true,
      "Requests that one visit makes on this way, by method and path.",
      examples: [["GET /config": 1, "GET /items/{id}": 1.4]]
    )
  }

  private static let callsShape = Shape.number(counts)
    .dictionary(of: "the number of", keys: .route, atLeast: 1)
    .converted(
      to: { entries in
        entries.compactMap { entry in
          TrafficModel.RouteName(entry.key).map {
            Call(Placed($0, at: entry.place), count: entry.value)
          }
        }
      },
      from: { calls in
        calls.map { Entry(key: "\($0.route.value)", place: $0.route.place, value: $0.count) }
      }
    )
}

extension TrafficModel.BackendCapacity {
  static let backends = shape.dictionary(of: "the capacity of")
    .refusingUnknownBackends
    .keyed(by: \.name)

  private static let shape = Shape.object(TrafficModel.BackendCapacity()) {
    Member(
      "capacity",
      \.capacity,
      .number(TrafficModel.rates),
      "The most calls a second that it can take, of all instances together.",
      examples: [800]
    )
    Member(
      "sla",
      \.promise,
      TrafficModel.ServiceLevel.shape,
      "The service level objective of its operators; none, unless given.",
      examples: [["percentile": 99, "within": "80ms"]]
    )
  }
}

extension TrafficModel.Instance {
  static let shape = Shape.object(TrafficModel.Instance()) {
    Member("count", \.count, .integer(counts), "Instances that share the traffic evenly.")
    Member(
      "cores",
      \.cores,
      .number(coreRange),
      "Cores that one instance may use; one for each event loop, unless given.",
      examples: [4]
    )
    Member(
      "egress",
      \.egress,
      .number(egressRange),
      "Gigabits a second that one instance may send; any, unless given.",
      examples: [1]
    )
    Member(
      "connections",
      \.connections,
      .integer(connectionRange),
      "Connections of visitors that one instance may hold; its own limit, unless given.",
      examples: [50_000]
    )
    Member(
      "utilization",
      \.utilization,
      .number(utilizations),
      "Share of a resource that may be used before it counts as full; unless given, 0.8, and of the processor"
        + " less where promises were broken at less use.",
      examples: [0.7]
    )
  }
}

extension TextForm where Value == String {
  fileprivate static let flow = TextForm(
    "name of a flow",
    expected: NameRules.experiment,
    pattern: SchemaPatterns.experiment,
    accepts: { NameRules.isExperiment($0) }
  )
}
