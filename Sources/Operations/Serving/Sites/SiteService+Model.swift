// SPDX-License-Identifier: Apache-2.0

import Editions
import Measure
package import Model
import Services
import Sites

extension SiteService {
  /// The traffic that the site's model lets this instance expect; `nil` without a model.
  package var expectedTraffic: ExpectedTraffic? {
    guard let edition = publisher.publication?.edition, let model = edition.site.model else {
      return nil
    }
    return ExpectedTraffic(model, of: name) { .init(of: $0, in: edition) }
  }
}

extension ExpectedTraffic.Plan {
  /// The calls for an answer of a document, with those of the documents that are embedded in it, or of the
  /// pass behind a route, each as often as it is declared.
  fileprivate init(of route: TrafficModel.RouteName, in edition: Edition) {
    if let pass = edition.site.passes.first(where: { $0.shownPrefix == route.path }) {
      self.init([.init(backend: pass.backend, count: 1, isNeeded: true)], .passed)
      return
    }
    // The body of a published document has been read before, so that its calls are known.
    let number = edition.number(of: String(route.path.dropFirst()))
    let all = number.flatMap { try? edition.composedCalls(of: $0) } ?? []
    self.init(
      Dictionary(grouping: all, by: \.backend).sorted { $0.key < $1.key }.map { backend, calls in
        .init(
          backend: backend,
          count: Double(calls.count),
          isNeeded: calls.contains(where: \.isNeeded)
        )
      }
    )
  }
}

extension [SiteService] {
  /// The promises that the models of the sites state for routes.
  var promises: RoutePromises { states { $0.promises(of: $1) } }

  /// The promises that the models of the sites state for services.
  var servicePromises: [BackendFigures.Place: TrafficModel.ServiceLevel] {
    states { $0.servicePromises(of: $1) }
  }

  /// The facts that models state, by the names of their sites.
  private func states<Key, Value>(_ facts: (TrafficModel, String) -> [Key: Value]) -> [Key: Value] {
    reduce(into: [:]) { all, site in
      guard let model = site.publisher.publication?.edition.site.model else { return }
      all.merge(facts(model, site.name)) { first, _ in first }
    }
  }
}
