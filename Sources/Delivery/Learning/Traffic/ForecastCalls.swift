// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import HTTPValues
import Plans
import Sites

/// The calls that an answer is composed of, each with all that its own answer depends on.
struct ForecastCalls {
  /// The answer of a call, as the cache keeps it.
  struct Key: Hashable {
    let backend: String
    /// The path and what its variables stand for, where the document says so.
    let request: String
    /// The value of each fact about the visitor that the service is told.
    let facts: [String]
    /// A hash of the thing that the URL names, where the call depends on it.
    let thing: UInt64?
  }

  struct Call {
    let key: Key
    let seconds: Double
    let staleSeconds: Double
    let bytes: Double
  }

  /// A call of a plan, with whether it depends on what the URL names.
  private struct Planned {
    let call: PlannedCall
    let plan: Plan
    let request: String
    let dependsOnThing: Bool
  }

  /// Documents that stand in each other deeper than this are left out, as the gateway does.
  private static let maximumDepth = 8

  private let edition: Edition
  private let sketch: TrafficSketch
  private let reader: TokenReader
  private var planned: [DocumentNumber: [Planned]] = [:]
  private var audiences: [String: Audience] = [:]

  init(_ edition: Edition, _ sketch: TrafficSketch, seal: any TokenSeal) {
    self.edition = edition
    self.sketch = sketch
    reader = TokenReader(edition.words, seal: seal)
  }

  mutating func calls(of key: ForecastKey) -> [Call] {
    let planned = planned(key.document)
    guard !planned.isEmpty else { return [] }
    let audience = audience(key.audience)
    return planned.map { one in
      let (seconds, bytes) = observed(one.call)
      return Call(
        key: Key(
          backend: one.call.backend,
          request: one.request,
          facts: facts(one, audience),
          thing: one.dependsOnThing ? key.thing : nil
        ),
        seconds: seconds,
        staleSeconds: Double(one.call.lifetimes.staleWhileRevalidate),
        bytes: bytes
      )
    }
  }

  /// The lifetime and size of the answers of a call: as they were, or as they are declared.
  private func observed(_ call: PlannedCall) -> (seconds: Double, bytes: Double) {
    let lifetimes = call.lifetimes
    let known = sketch.calls["\(call.backend)/\(call.name)"]
    guard let known, known.count > 0 else { return (Double(lifetimes.standard), 0) }
    let count = Double(known.count)
    let seconds = min(
      max(Double(known.seconds) / count, Double(lifetimes.minimum)),
      Double(lifetimes.maximum)
    )
    return (seconds, Double(known.bytes) / count)
  }

  private mutating func audience(_ token: String) -> Audience {
    if let known = audiences[token] { return known }
    let audience =
      (token.isEmpty ? nil : reader.token(token.utf8Span.span))?.audience ?? Audience()
    audiences[token] = audience
    return audience
  }

  private func facts(_ planned: Planned, _ audience: Audience) -> [String] {
    VisitorFact.allCases.filter(planned.call.facts.contains).map { fact in
      switch fact {
      case .language: return audience.languages.first.map { "\(edition.matcher[$0])" } ?? ""
      case .country:
        let countries = planned.plan.countries
        let atom = audience[.country]
        let named = countries.first { atom != 0 && edition.space.atom(ofCountry: $0) == atom }
        return (named ?? countries.first).map { "\($0)" } ?? ""
      case .device:
        let devices = planned.plan.devices
        let atom = audience[.device]
        let named = devices.first { atom != 0 && edition.space.atom(ofDevice: $0) == atom }
        return (named ?? devices.first)?.rawValue ?? ""
      }
    }
  }

  // MARK: plans

  private mutating func planned(_ number: DocumentNumber) -> [Planned] {
    if let known = planned[number] { return known }
    var seen: Set<DocumentNumber> = []
    let found = planned(number, depth: 0, &seen)
    planned[number] = found
    return found
  }

  /// The calls of a document and of those that stand in it.
  private func planned(
    _ number: DocumentNumber,
    depth: Int,
    _ seen: inout Set<DocumentNumber>
  ) -> [Planned] {
    guard depth < ForecastCalls.maximumDepth, seen.insert(number).inserted else { return [] }
    var found: [Planned] = []
    if let document = edition.planned(number) {
      let plan = document.plan
      let named = Set(document.names + plan.queryNames + plan.flow.map(\.name))
      var dependent: Set<Int> = []
      for (index, call) in plan.calls.enumerated() {
        let names = call.variableNames.filter { call.arguments[$0] == nil }
        let picks = call.arguments.values.contains { if case .pick = $0 { true } else { false } }
        // What is picked from another call's answer is another with each of those.
        let isDependent =
          names.contains(where: named.contains)
          || (picks && call.dependencies.contains(where: dependent.contains))
        if isDependent { dependent.insert(index) }
        let arguments = call.arguments.sorted { $0.key < $1.key }
          .map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        found.append(
          Planned(
            call: call,
            plan: plan,
            request: "\(call.method.name) \(call.path) \(arguments)",
            dependsOnThing: isDependent
          )
        )
      }
    }
    for link in edition.draft(number).links where link.role == .embed {
      guard let target = edition.number(meantBy: link.path) ?? edition.number(of: link.path) else {
        continue
      }
      found += planned(target, depth: depth + 1, &seen)
    }
    return found
  }
}
