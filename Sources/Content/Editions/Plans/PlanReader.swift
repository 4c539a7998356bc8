// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Plans

/// Reads the plan of a document, if it has one: `calls`, `query`, `visitor` and `budget`.
struct PlanReader {
  static let maximumCalls = 32
  static let maximumParameters = 32
  /// As many as rules can tell apart, with the devices.
  static let maximumCountries = 48
  private static let budgets: ClosedRange<Duration> = .milliseconds(1) ... .seconds(60)

  let site: SiteSettings
  let file: String
  /// The names in the braces of the document's path.
  let routeNames: [String]
  var plan = Plan()

  private init(_ site: SiteSettings, _ file: String, _ routeNames: [String]) {
    self.site = site
    self.file = file
    self.routeNames = routeNames
  }

  /// The plan of a document; `nil` if it has none.
  static func plan(
    _ members: inout MemberReader,
    path: String,
    site: SiteSettings,
    _ findings: inout Findings
  ) -> Plan? {
    let routeNames = RoutePattern(path)?.names ?? []
    let query = members.reader("query", of: "\"query\"", &findings)
    let visitor = members.reader("visitor", of: "\"visitor\"", &findings)
    let budget = members.string("budget", &findings)
    guard let calls = members.reader("calls", of: "\"calls\"", &findings) else {
      guard routeNames.isEmpty, query == nil, visitor == nil, budget == nil else {
        findings.error(
          .missingKey,
          at: members.place,
          "the document has braces in its path, \"query\", \"visitor\" or \"budget\", which only a "
            + "plan makes sense of, and no \"calls\""
        )
        return nil
      }
      return nil
    }
    var reader = PlanReader(site, members.file, routeNames)
    if let query { reader.readParameters(query, &findings) }
    if var visitor { reader.readVisitor(&visitor, &findings) }
    if let budget, let read = reader.duration(budget, "budget", at: members.place, &findings) {
      reader.plan.budget = read
    }
    reader.readCalls(calls, &findings)
    return reader.plan
  }

  private mutating func readParameters(_ query: MemberReader, _ findings: inout Findings) {
    for member in query.members {
      let subject = "the parameter \"\(member.key)\""
      guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
        continue
      }
      let fallback = members.string("default", &findings)
      let kind: QueryParameter.Kind
      if let values = members.strings("values", &findings) {
        kind = .oneOf(values.map(\.name))
      } else if members.value("minimum") != nil || members.value("maximum") != nil {
        let low = members.integer("minimum", in: Int.min...Int.max, &findings) ?? 0
        let high = members.integer("maximum", in: Int.min...Int.max, &findings) ?? 1_000_000
        kind = .integer(min(low, high)...max(low, high))
      } else {
        kind = .text(
          maximumBytes: members.integer("maximumBytes", in: 1...4_096, &findings) ?? 128
        )
      }
      members.refuseOthers(&findings)
      let parameter = QueryParameter(member.key, kind, fallback: fallback)
      if let fallback, !parameter.accepts(fallback) {
        findings.error(
          .badValue,
          at: members.place,
          "the default of \"\(member.key)\" is \"\(fallback)\"; expected \(parameter.expectation)"
        )
      }
      plan.parameters.append(parameter)
    }
    limit(plan.parameters.count, PlanReader.maximumParameters, "parameters", query.place, &findings)
  }

  private mutating func readVisitor(
    _ visitor: inout MemberReader,
    _ findings: inout Findings
  ) {
    let conditions = ConditionsReader(site: site)
    for name in visitor.strings("country", &findings) ?? [] {
      // The first one is for everybody else, so that their order is kept.
      let named = conditions.countries([name], at: name.place, &findings)
      plan.countries += named.filter { !plan.countries.contains($0) }
    }
    limit(plan.countries.count, PlanReader.maximumCountries, "countries", visitor.place, &findings)
    if let names = visitor.strings("device", &findings) {
      _ = conditions.devices(names, at: visitor.place, &findings)
      plan.devices = names.compactMap { DeviceClass(rawValue: $0.name) }
    }
    visitor.refuseOthers(&findings)
  }

  func duration(
    _ text: String,
    _ key: String,
    at place: FilePlace,
    _ findings: inout Findings
  ) -> Duration? {
    if let read = PlanReader.duration(text) { return read }
    findings.error(
      .badValue,
      at: place,
      "\"\(key)\" is \"\(text)\"; expected 1ms to 60s, such as 800ms or 2s"
    )
    return nil
  }

  /// A duration such as `800ms` or `2s`, from a thousandth of a second to a minute.
  static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isNumber }
    let unit = text.dropFirst(digits.count)
    guard let number = Int64(digits), number <= 1_000_000 else { return nil }
    let read: Duration? =
      unit == "ms" ? .milliseconds(number) : unit == "s" ? .seconds(number) : nil
    return read.flatMap { budgets.contains($0) ? $0 : nil }
  }

  func limit(
    _ count: Int,
    _ maximum: Int,
    _ what: String,
    _ place: FilePlace,
    _ findings: inout Findings
  ) {
    guard count > maximum else { return }
    findings.error(.overBudget, at: place, "\(count) \(what); expected at most \(maximum)")
  }
}
