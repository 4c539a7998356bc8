// SPDX-License-Identifier: Apache-2.0

package import Bytes
import FileShapes
package import HTTPValues
package import Sites

extension LoadPlan {
  /// The routes of a load test that plays a model.
  package struct Routes: Sendable {
    package private(set) var played: [Route] = []
    /// Routes that the test leaves out: they change something, and there is no content to send to
    /// them.
    package private(set) var left: [TrafficModel.RouteName] = []

    private let origin: Origin
    private let fields: Fields
    private let requests: LoadRequests

    /// - Parameters:
    ///   - factor: how many times the model's rates.
    ///   - fields: the fields of all requests.
    package init(
      of model: TrafficModel,
      _ level: any KeyPath<TrafficModel.Rates, Double> & Sendable,
      times factor: Double,
      requests: LoadRequests,
      fields: Fields,
      to origin: Origin
    ) throws(PlainError) {
      (self.origin, self.fields, self.requests) = (origin, fields, requests)
      let names = model.allRoutes.map { "\($0.name.value)" }
      if let unknown = requests.routes.first(where: { !names.contains($0.name) }) {
        throw PlainError(
          "the requests name \(unknown.name), which is not in the model; expected "
            + names.joined(separator: ", ")
        )
      }
      for route in model.allRoutes {
        let name = route.name.value
        guard let rates = model.rates(of: name) else { continue }
        let rate = rates[keyPath: level] * factor
        guard rate > 0 else { continue }
        guard name.method == "GET" || requests.route(name) != nil else {
          left.append(name)
          continue
        }
        played.append(
          Route("\(name)", rate: rate, promise: route.promise, calls: try calls(of: name))
        )
      }
    }

    private func calls(of name: TrafficModel.RouteName) throws(PlainError) -> [Call] {
      guard let method = Method(name.method) else {
        throw PlainError("\(name): \(name.method) is no method")
      }
      let own = requests.route(name)
      var fields = fields
      for (field, value) in (own?.fields ?? [:]).sorted(by: { $0.key < $1.key }) {
        guard let field = FieldName(field), value.utf8Span.span.isFieldValue
        else { throw PlainError("\(name): \"\(field): \(value)\" is no header field") }
        fields.set(field, value)
      }
      let paths = own.map { $0.paths.isEmpty ? [name.path] : $0.paths } ?? [name.path]
      var calls: [Call] = []
      for path in paths {
        for target in try targets(path, of: name) {
          let request = Request(
            method,
            scheme: origin.scheme,
            authority: origin.authority,
            target: target,
            fields: fields
          )
          calls.append(Call(request, body: Array((own?.body ?? "").utf8)))
        }
      }
      return calls
    }

    /// A path with its values in turn: as many targets as the name with most values has.
    private func targets(
      _ path: String,
      of name: TrafficModel.RouteName
    ) throws(PlainError) -> [String] {
      let template: URITemplate
      do {
        template = try URITemplate(parsing: path)
      } catch {
        throw PlainError("\(name): the path \(path) is no template: \(error)")
      }
      for variable in template.variableNames where requests.values[variable] == nil {
        throw PlainError(
          "\(name): nothing says what {\(variable)} is; expected it in the model's \"requests\", or "
            + "--requests with a file such as { values: { \(variable): [\"1\", \"2\"] } }"
        )
      }
      let count = template.variableNames.compactMap { requests.values[$0]?.count }.max() ?? 1
      var targets: [String] = []
      for number in 0..<count {
        do {
          targets.append(
            try template.expand { variable in
              requests.values[variable].map { .string($0[number % $0.count]) }
            }
          )
        } catch {
          throw PlainError("\(name): \(path) cannot be filled in: \(error)")
        }
      }
      return targets
    }
  }
}
