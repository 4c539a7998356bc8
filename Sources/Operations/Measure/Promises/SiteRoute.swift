// SPDX-License-Identifier: Apache-2.0

package import Sites

/// A route of one of the sites that a process serves.
package struct SiteRoute: Sendable, Hashable {
  package let site: String
  package let name: TrafficModel.RouteName

  package init(site: String, name: TrafficModel.RouteName) {
    self.site = site
    self.name = name
  }
}

/// The promises of the routes of all sites.
package typealias RoutePromises = [SiteRoute: TrafficModel.ServiceLevel]
