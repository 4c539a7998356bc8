// SPDX-License-Identifier: Apache-2.0

import Editions
package import FourM
import Plans
import Sites

extension SiteService {
  /// The traffic that the site's model lets this instance expect; `nil` without a model.
  package var expectedTraffic: ExpectedTraffic? {
    guard let edition = publisher.publication?.edition, let model = edition.site.model else {
      return nil
    }
    return ExpectedTraffic(model, of: name) { SiteService.calls(of: $0, in: edition) }
  }

  /// The promises that the site's model states.
  var promises: RoutePromises {
    publisher.publication?.edition.site.model?.promises(of: name) ?? [:]
  }

  /// The promises of services that the site's model states.
  var servicePromises: [BackendFigures.Place: TrafficModel.ServiceLevel] {
    publisher.publication?.edition.site.model?.servicePromises(of: name) ?? [:]
  }

  /// The calls for an answer of a document, with those of the documents that are embedded in it, or of the
  /// pass behind a route, each as often as it is declared.
  private static func calls(
    of route: TrafficModel.RouteName,
    in edition: Edition
  ) -> [ExpectedTraffic.Calls] {
    if let pass = edition.site.passes.first(where: { $0.shownPrefix == route.path }) {
      return [.init(backend: pass.backend, count: 1, isNeeded: true)]
    }
    // The body of a published document has been read before, so that its calls are known.
    guard let number = edition.number(of: String(route.path.dropFirst())),
      let all = try? edition.composedCalls(of: number)
    else { return [] }
    return Dictionary(grouping: all, by: \.backend).sorted { $0.key < $1.key }
      .map { backend, calls in
        .init(
          backend: backend,
          count: Double(calls.count),
          isNeeded: calls.contains(where: \.isNeeded)
        )
      }
  }
}

extension [SiteService] {
  /// The promises that the models of the sites state.
  var promises: RoutePromises {
    reduce(into: [:]) { $0.merge($1.promises) { first, _ in first } }
  }
}
