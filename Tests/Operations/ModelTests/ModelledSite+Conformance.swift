// SPDX-License-Identifier: Apache-2.0

import Measure
import Model
import Sites
import TrafficTesting

extension ModelledSite {
  var conformance: ModelConformance? { ModelConformance(expected, history) }

  func state(of route: RouteName) -> RouteConformance.State? {
    conformance?.routes.first { $0.name == route }?.state
  }
}
