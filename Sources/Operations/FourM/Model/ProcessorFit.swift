// SPDX-License-Identifier: Apache-2.0

/// The columns of a fit of processor time: a constant, waits of loops, composed answers, and the requests of
/// each route.
struct DemandColumns: Sendable {
  /// The maximum number of routes with an estimate of their own; all others share one.
  private static let mostRoutes = 15
  private static let routesBegin = 3

  private let places: [SiteRoute: Int]
  private let count: Int

  /// - Parameter requests: the number of each route's requests; the routes with the most get columns.
  init(_ requests: [SiteRoute: Double]) {
    let byCount = requests.filter { $0.value > 0 }.sorted { first, second in
      (second.value, first.key.name) < (first.value, second.key.name)
    }
    var places: [SiteRoute: Int] = [:]
    for (number, entry) in byCount.enumerated() {
      places[entry.key] = DemandColumns.routesBegin + min(number, DemandColumns.mostRoutes)
    }
    self.places = places
    count = DemandColumns.routesBegin + min(byCount.count, DemandColumns.mostRoutes + 1)
  }

  func has(_ route: SiteRoute) -> Bool { places[route] != nil }

  func row(
    of rates: [SiteRoute: Double],
    constant: Double = 0,
    waits: Double = 0,
    composed: Double = 0
  ) -> [Double] {
    var row = [constant, waits, composed]
    row += [Double](repeating: 0, count: count - row.count)
    for (route, rate) in rates {
      if let place = places[route] { row[place] += rate }
    }
    return row
  }
}

/// The processor time that is used without requests, and that of requests.
struct ProcessorFit {
  typealias Need = LearnedDemands.Need
  typealias Unknown = LearnedDemands.Unknown

  /// Processor time a second that is used without requests.
  let constant: Double
  /// The processor time of composing an answer.
  let costOfComposing: Double
  /// Answers composed a second in the learned loads, on average.
  let usualComposed: Double
  private let fit: NonNegativeFit
  private let columns: DemandColumns

  init(_ fit: NonNegativeFit, _ columns: DemandColumns, usualComposed: Double) {
    (self.fit, self.columns, self.usualComposed) = (fit, columns, usualComposed)
    constant = fit.prediction(of: columns.row(of: [:], constant: 1)).value
    costOfComposing = fit.prediction(of: columns.row(of: [:], composed: 1)).value
  }

  /// Processor time a second that is used without requests, and for composing as many answers as usual.
  var constantWithComposing: Double { constant + usualComposed * costOfComposing }

  /// Processor time a second for requests at these rates without composing any answer, whatever its error.
  func value(of rates: [SiteRoute: Double]) -> Double {
    fit.prediction(of: columns.row(of: rates)).value
  }

  /// Processor time a second for requests at these rates and so many composed answers.
  func need(of rates: [SiteRoute: Double], composed: Double = 0) throws(Unknown) -> Need {
    let prediction = fit.prediction(of: columns.row(of: rates, composed: composed))
    let error = LearnedDemands.intervalWidth * prediction.error
    guard error <= LearnedDemands.widestError * prediction.value else {
      throw Unknown(
        "this mix, or so much of it, is too far from what was measured: "
          + "the error would be \(LearnedDemands.percent(error, of: prediction.value))"
      )
    }
    return Need(value: prediction.value, error: error)
  }
}
