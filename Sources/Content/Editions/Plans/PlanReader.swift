// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import Plans

/// Reads the plan of a document, if it has one: `calls`, `query`, `flow`, `visitor` and `budget`.
struct PlanReader {
  static let maximumCalls = 32
  static let maximumParameters = 32
  /// As many as rules can tell apart, with the devices.
  static let maximumCountries = 48
  /// What picks call something else than a call.
  static let reservedNames = Pick.rootNames
  /// Bytes of a parameter that may be any text.
  static let parameterBytes = 1...4_096
  static let standardBytes = 128
  /// Seconds, up to a year.
  static let freshnessRange = 0...31_536_000
  /// Whoever makes what was not there may wait so long until it is seen.
  static let absentRange = 0...3_600
  /// Values that one call takes.
  static let batchSizes = 1...1_000
  static let standardBatch = 50
  private static let budgets: ClosedRange<Duration> = .milliseconds(1) ... .seconds(60)

  /// What a document's file says of whom it asks for what. Its budget changes no answer, and what it
  /// takes along a flow is seen in links.
  static let keys: Set<String> = ["calls", "query", "visitor", "list"]

  let site: SiteSettings
  let file: String
  /// The names in the braces of the document's path.
  let routeNames: [String]
  var plan = Plan()
  /// The calls that the file names, those that cannot be read among them.
  var named: Set<String> = []

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
    let list = members.reader("list", of: "\"list\"", &findings)
    let flow = members.reader("flow", of: "\"flow\"", &findings)
    var reader = PlanReader(site, members.file, routeNames)
    guard let calls = members.reader("calls", of: "\"calls\"", &findings) else {
      guard routeNames.isEmpty, query == nil, visitor == nil, budget == nil, list == nil else {
        findings.error(
          .missingKey,
          at: members.place,
          "the document has braces in its path, \"query\", \"visitor\", \"budget\" or \"list\", which "
            + "only a plan makes sense of, and no \"calls\""
        )
        return nil
      }
      guard let flow else { return nil }
      reader.readFlow(flow, &findings)
      return reader.plan
    }
    if let query { reader.readParameters(query, &findings) }
    if var visitor { reader.readVisitor(&visitor, &findings) }
    if let budget, let read = reader.duration(budget, "budget", at: members.place, &findings) {
      reader.plan.budget = read
    }
    if let list { reader.readList(list, &findings) }
    if let flow { reader.readFlow(flow, &findings) }
    reader.readCalls(calls, &findings)
    if let list { reader.checkList(at: list.place, &findings) }
    return reader.plan
  }

  private mutating func readParameters(_ query: MemberReader, _ findings: inout Findings) {
    for member in query.members {
      let subject = "the parameter \"\(member.key)\""
      guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
        continue
      }
      let fallback = members.string("default", &findings)
      let kind = kind(&members, &findings)
      members.refuseOthers(&findings)
      if member.key == FlowSeal.parameter {
        findings.error(
          .badValue,
          at: FilePlace(file, member.keyPosition),
          "\"\(member.key)\" is the parameter by which links carry values; expected another name"
        )
      }
      let parameter = QueryParameter(member.key, kind, fallback: fallback)
      if let fallback, parameter.normalized(fallback) == nil {
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

  /// What a parameter may be: one of some values, a number, or else a text.
  private func kind(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> QueryParameter.Kind {
    let values = members.strings("values", &findings)
    let low = members.decimal("minimum", &findings)
    let high = members.decimal("maximum", &findings)
    let digits = members.integer("digits", in: NumberRange.digitCounts, &findings)
    let bytes = members.integer("maximumBytes", in: PlanReader.parameterBytes, &findings)
    let isNumber = low != nil || high != nil || digits != nil
    if [values != nil, isNumber, bytes != nil].count(where: { $0 }) > 1 {
      findings.error(
        .badValue,
        at: members.place,
        "\(members.subject) says more than one of \"values\", \"maximumBytes\" and the bounds of a "
          + "number; expected one"
      )
    }
    if let values { return .oneOf(values.map(\.name)) }
    let text = QueryParameter.Kind.text(maximumBytes: bytes ?? PlanReader.standardBytes)
    guard isNumber else { return text }
    let minimum = low ?? ExactDecimal(NumberRange.standardBounds.lowerBound)
    let maximum = high ?? ExactDecimal(NumberRange.standardBounds.upperBound)
    let count = digits ?? NumberRange.standardDigits
    if let range = NumberRange(minimum, maximum, digits: count) { return .number(range) }
    findings.error(
      .badValue,
      at: members.place,
      "\(members.subject) is from \(minimum.text) to \(maximum.text); expected a \"minimum\" that is not "
        + "more than its \"maximum\", and neither with more than \(count) digits behind the point, which "
        + "is what numbers are rounded to unless \"digits\" says more"
    )
    return text
  }

  private mutating func readVisitor(
    _ visitor: inout MemberReader,
    _ findings: inout Findings
  ) {
    if let value = visitor.value("country") {
      let named =
        site.place.oneOrMore()
        .value(of: value, .key("country"), in: file, &findings) ?? []
      // The first one is for everybody else, so that their order is kept.
      for country in named.joined() where !plan.countries.contains(country) {
        plan.countries.append(country)
      }
    }
    limit(plan.countries.count, PlanReader.maximumCountries, "countries", visitor.place, &findings)
    if let value = visitor.value("device") {
      plan.devices =
        DeviceClass.shape.oneOrMore(atLeast: 1)
        .value(of: value, .key("device"), in: file, &findings) ?? []
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

extension MemberReader {
  /// A number by its exact value.
  fileprivate mutating func decimal(_ key: String, _ findings: inout Findings) -> ExactDecimal? {
    guard let value = value(key) else { return nil }
    let number: ExactDecimal? =
      switch value.content {
      case .integer(let integer): ExactDecimal(integer)
      case .decimal(let decimal): ExactDecimal(decimal.text.utf8)
      default: nil
      }
    if number == nil {
      findings.error(
        .wrongKind,
        at: place(of: value),
        "\"\(key)\" is \(value.kindName); expected a number"
      )
    }
    return number
  }
}
