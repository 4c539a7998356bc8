// SPDX-License-Identifier: Apache-2.0

import Signals
package import Sites

/// A route of one of the sites that a process serves.
package struct SiteRoute: Sendable, Hashable {
  package let site: String
  package let name: TrafficModel.RouteName

  package init(site: String, name: TrafficModel.RouteName) {
    self.site = site
    self.name = name
  }

  /// The route of a series of requests.
  init?(_ series: HistorySeries) {
    let labels = Dictionary(series.labels.map { ($0.name, $0.value) }) { first, _ in first }
    guard let site = labels["site"], let name = TrafficModel.RouteName(labels: labels) else {
      return nil
    }
    self.init(site: site, name: name)
  }
}

/// The promises of the routes of all sites.
package typealias RoutePromises = [SiteRoute: TrafficModel.ServiceLevel]

/// The reason why there is no figure, in words for operators.
package struct UnknownFigure: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
