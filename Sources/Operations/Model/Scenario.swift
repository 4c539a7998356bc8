// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPValues
import Measure
import Sites

/// A what-if question to the model: another load, hit ratio, flow mix or number of instances, or a
/// missing service.
package struct Scenario: Sendable, Equatable {

  /// The parameters, which are the options of `portico model` as well.
  package static let names = ["of", "load", "hits", "without", "share", "route", "instances"]
  private static let factors = 0.0...1_000_000.0
  private static let shares = 0.0...1.0
  private static let instanceCounts = 1.0...100_000.0

  /// The load that the question begins with.
  var basis = TrafficLoad.Basis.live
  /// The factor of the load.
  var factor = 1.0
  /// The share of the requests that need no service, of all routes that call any.
  var hits: Double?
  /// The services that are assumed to be down.
  var without: Set<String> = []
  /// The shares of flows, by their names.
  var shares: [String: Double] = [:]
  /// The factors of routes, which change the mix.
  var factors: [RouteName: Double] = [:]
  var instances: Int?

  typealias RouteName = TrafficModel.RouteName

  init() {}

  /// Reads the parameters of `GET /model/what-if`.
  package init(_ parameters: QueryParameters, about sites: [ExpectedTraffic]) throws(PlainError) {
    for pair in parameters.pairs where pair.name != "colour" {
      let (name, text) = Scenario.named(pair.name, pair.value ?? "")
      switch name {
      case "of":
        guard let basis = TrafficLoad.Basis(rawValue: text) else {
          let words = TrafficLoad.Basis.allCases.map(\.rawValue).joined(separator: ", ")
          throw PlainError("of is \"\(text)\"; expected one of \(words)")
        }
        self.basis = basis
      case "load": factor = try Scenario.number(text, "load", Scenario.factors)
      case "hits": hits = try Scenario.number(text, "hits", Scenario.shares)
      case "instances":
        let count = try Scenario.number(text, "instances", Scenario.instanceCounts)
        guard let whole = Int(exactly: count) else {
          throw PlainError("instances is \"\(text)\"; expected a whole number")
        }
        instances = whole
      case "without": without.insert(try Scenario.backend(text, sites))
      case "share":
        let (flow, share) = try Scenario.share(text, sites)
        shares[flow] = share
      case "route":
        let (route, factor) = try Scenario.factor(text, sites)
        factors[route] = factor
      default:
        throw PlainError(
          "\"\(name)\" means nothing; expected " + Scenario.names.joined(separator: ", ")
        )
      }
    }
    guard shares.isEmpty || basis != .live else {
      throw PlainError(
        "share changes the flows of a model; expected of=steady or of=peak beside it"
      )
    }
  }

  /// Fields of a form have the name of a flow or of a route in their own: `share.order=0.1` is
  /// `share=order:0.1`.
  private static func named(_ name: String, _ value: String) -> (name: String, value: String) {
    for group in ["share", "route"] where name.hasPrefix("\(group).") {
      return (group, "\(name.dropFirst(group.count + 1)):\(value)")
    }
    return (name, value)
  }

  private static func number(
    _ text: String,
    _ name: String,
    _ range: ClosedRange<Double>
  ) throws(PlainError) -> Double {
    guard let number = Double(text), range.contains(number) else {
      let (least, most) = (Figure.rounded(range.lowerBound), Figure.rounded(range.upperBound))
      throw PlainError("\(name) is \"\(text)\"; expected a number from \(least) to \(most)")
    }
    return number
  }

  private static func backend(
    _ name: String,
    _ sites: [ExpectedTraffic]
  ) throws(PlainError) -> String {
    let known = Set(sites.flatMap(\.backendNames)).sorted()
    guard known.contains(name) else {
      throw PlainError("without is \"\(name)\"; expected one of \(known.joined(separator: ", "))")
    }
    return name
  }

  private static func share(
    _ text: String,
    _ sites: [ExpectedTraffic]
  ) throws(PlainError) -> (String, Double) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let known = Set(sites.flatMap(\.flows).map(\.name)).sorted()
    guard parts.count == 2, known.contains(String(parts[0])), let share = Double(parts[1]),
      shares.contains(share)
    else {
      throw PlainError(
        "share is \"\(text)\"; expected a flow and its share such as NAME:0.3, of "
          + (known.isEmpty ? "a model with flows" : known.joined(separator: ", "))
      )
    }
    return (String(parts[0]), share)
  }

  /// Reads a route and its factor; the path of a route may have colons.
  private static func factor(
    _ text: String,
    _ sites: [ExpectedTraffic]
  ) throws(PlainError) -> (RouteName, Double) {
    let name = text.prefix(upTo: text.lastIndex(of: ":") ?? text.startIndex)
    let known = sites.flatMap(\.routes).first { "\($0.name)" == name }?.name
    guard let known, let factor = Double(text.dropFirst(name.count + 1)), factors.contains(factor)
    else {
      throw PlainError(
        "route is \"\(text)\"; expected a route of a model and its factor such as "
          + "GET /items/{id}:2"
      )
    }
    return (known, factor)
  }
}
