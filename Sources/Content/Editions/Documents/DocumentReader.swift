// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import Plans

/// Reads a document's file and notes everything that is wrong with it by itself.
struct DocumentReader {
  static let maximumTags = 16
  static let maximumTagBytes = 64
  static let priorities = -1_000...1_000

  let site: SiteSettings
  private let conditions: Shape<Conditions>
  private let pool: FactsPool

  /// What has been read of a document.
  private struct Sheet {
    let file: String
    var planned: PlannedDocument?
    /// Whether all calls could be read, so that what bodies pick can be held against them.
    var areCallsRead = true
    var tags: [String] = []
    var contents = DocumentContents()
    var facts = DocumentFacts()
  }

  init(_ site: SiteSettings, pool: FactsPool = FactsPool()) {
    self.site = site
    self.pool = pool
    conditions = site.conditions
  }

  /// What a file says; `nil` if it is no document at all.
  func draft(
    _ value: DataValue,
    file: String,
    path: String,
    _ findings: inout Findings
  ) -> DocumentDraft? {
    let errors = findings.errorCount
    guard var members = MemberReader(value, of: "a document", in: file, &findings) else {
      return nil
    }
    var sheet = Sheet(file: file)
    _ = members.string("$schema", &findings)
    members.required("datatype")
    sheet.facts.datatype = members.string("datatype", &findings) ?? ""
    _ = members.string("id", &findings)
    sheet.facts.lifetimes = lifetimes(&members, &findings)
    sheet.facts.refuses = refuses(&members, &findings)
    sheet.tags = tags(&members, &findings)
    let light = members.strings("light", &findings)
    sheet.facts.light = light?.map(\.name)
    let log = members.strings("log", &findings) ?? []
    sheet.facts.log = log.map(\.name)
    let plan = PlanReader.plan(&members, path: path, site: site, &findings)
    if case .dictionary(let calls)? = value["calls"]?.content {
      sheet.areCallsRead = calls.members.allSatisfy { plan?.index(of: $0.key) != nil }
    }
    // What others stand in is composed like a plan's document, be it without calls of its own.
    sheet.planned = (plan ?? (BodyScanner.hasEmbeds(value) ? Plan() : nil))
      .map { PlannedDocument($0, path: path) }
    if let plan = sheet.planned?.plan {
      sheet.facts.devices = plan.devices.sorted()
      sheet.facts.countries = plan.countries
      sheet.facts.usesLanguage = plan.usesLanguage
    }
    var precedence = site.precedence
    if let names = members.strings("precedence", &findings) {
      precedence = Precedence(
        names.compactMap { TextForm.dimension.value(of: $0.name, at: $0.place, &findings) }
          .flatMap(\.self)
      )
    }
    readBodies(&members, &sheet, precedence, &findings)
    members.refuseOthers(&findings)
    sheet.facts.isSound = findings.errorCount == errors
    if sheet.facts.isSound {
      checkCalls(sheet, &findings)
      if light != nil || !log.isEmpty {
        let members = BodyMembers(of: value)
        members.check(light ?? [], of: "light", &findings)
        members.check(log, of: "log", &findings)
      }
    }
    return DocumentDraft(
      file: file,
      path: path,
      planned: sheet.planned,
      tags: sheet.tags,
      contents: sheet.contents,
      facts: sheet.facts,
      pool: pool
    )
  }

  private func refuses(_ members: inout MemberReader, _ findings: inout Findings) -> Bool {
    guard let name = members.name("fallback", &findings) else { return false }
    switch name.name {
    case "default": return false
    case "refuse": return true
    default:
      findings.error(
        .badValue,
        at: name.place,
        "\"fallback\" is \"\(name.name)\"; expected default or refuse"
      )
      return false
    }
  }

  private func tags(_ members: inout MemberReader, _ findings: inout Findings) -> [String] {
    let tags = members.strings("tags", &findings) ?? []
    for tag in tags
    where tag.name.isEmpty || tag.name.utf8.count > DocumentReader.maximumTagBytes
      || !tag.name.utf8.allSatisfy({ ASCII.isVisible($0) && $0 != UInt8(ascii: ",") })
    {
      findings.error(
        .badValue,
        at: tag.place,
        "\"\(tag.name)\" is no tag; expected 1 to \(DocumentReader.maximumTagBytes) visible "
          + "characters of ASCII without a comma"
      )
    }
    if tags.count > DocumentReader.maximumTags {
      findings.error(
        .overBudget,
        at: members.place,
        "\(tags.count) tags; expected at most \(DocumentReader.maximumTags)"
      )
    }
    return tags.map(\.name)
  }

  private func readBodies(
    _ members: inout MemberReader,
    _ sheet: inout Sheet,
    _ precedence: Precedence,
    _ findings: inout Findings
  ) {
    let body = members.value("body")
    if let body { refuseReservedMembers(of: body, in: sheet, &findings) }
    var rules: [RuleSet.Rule] = []
    var names: Set<String> = ["body"]
    var scanner = BodyScanner(
      in: sheet.file,
      conditions: conditions,
      hasPlan: sheet.planned != nil,
      routeNames: sheet.planned?.names ?? []
    )
    for (number, value) in (members.array("variants", &findings) ?? []).enumerated() {
      guard let (rule, name, effective) = variant(value, number, over: body, in: sheet, &findings)
      else { continue }
      if !names.insert(name.name).inserted {
        findings.error(.badValue, at: name.place, "the id \"\(name.name)\" is taken")
      }
      rules.append(rule)
      var variant = scanner.scan(effective, name.name, at: name.place.position, &findings)
      check(effective, of: sheet, &variant, &findings)
      sheet.facts.variants.append(variant)
    }
    if let body {
      rules.append(RuleSet.Rule(.everybody))
      var variant = scanner.scan(body, "body", at: body.position, &findings)
      check(body, of: sheet, &variant, &findings)
      sheet.facts.variants.append(variant)
    } else if rules.isEmpty {
      members.lack(["body", "variants"], "a document has neither \"body\" nor \"variants\"")
    }
    sheet.contents = scanner.contents
    if sheet.facts.variants.count > site.budgets.variants + 1 {
      findings.error(
        .overBudget,
        at: members.place,
        "\(rules.count) variants; expected at most \(site.budgets.variants)"
      )
    }
    sheet.facts.ruleSet = RuleSet(Array(rules.prefix(RuleSet.maximumRules)), precedence: precedence)
    sheet.facts.variants = Array(sheet.facts.variants.prefix(RuleSet.maximumRules))
  }

  /// A call that no body needs only costs its service time.
  private func checkCalls(_ sheet: Sheet, _ findings: inout Findings) {
    guard let plan = sheet.planned?.plan else { return }
    let needed = sheet.facts.variants.reduce(into: Set<Int>()) { $0.formUnion($1.calls) }
    for (number, call) in plan.calls.enumerated() where !needed.contains(number) {
      findings.error(
        .needlessCall,
        at: FilePlace(sheet.file),
        "nothing in the body needs the call \"\(call.name)\""
      )
    }
    if plan.list != nil, !sheet.facts.variants.contains(where: \.isList) {
      findings.error(
        .needlessCall,
        at: FilePlace(sheet.file),
        "the document says what may be asked of a list, and no member of its body is one; expected "
          + "one with \"\(TemplateKeys.list)\""
      )
    }
  }

  /// A variant's rule, its name and the body that it stands for.
  private func variant(
    _ value: DataValue,
    _ number: Int,
    over body: DataValue?,
    in sheet: Sheet,
    _ findings: inout Findings
  ) -> (rule: RuleSet.Rule, name: PlacedName, body: DataValue)? {
    guard var members = MemberReader(value, of: "a variant", in: sheet.file, &findings) else {
      return nil
    }
    let name = members.string("id", &findings) ?? "#\(number + 1)"
    let priority = members.integer("priority", in: DocumentReader.priorities, &findings) ?? 0
    let when = members.required("when")
    let patch = members.value("patch")
    let own = members.value("body")
    if patch == nil, own == nil {
      members.lack(["patch", "body"], "a variant has neither \"patch\" nor \"body\"; expected one")
    }
    members.refuseOthers(&findings)
    if let own { refuseReservedMembers(of: own, in: sheet, &findings) }
    if let patch { refuseReservedMembers(of: patch, in: sheet, &findings) }
    guard (patch == nil) != (own == nil) else {
      if patch != nil {
        findings.error(
          .badValue,
          at: members.place,
          "a variant has both \"patch\" and \"body\"; expected one"
        )
      }
      return nil
    }
    if patch != nil, body == nil {
      findings.error(
        .missingKey,
        at: members.place,
        "a variant has a patch, and the document no body to apply it to"
      )
      return nil
    }
    guard let when, let read = conditions.value(of: when, .key("when"), in: sheet.file, &findings)
    else {
      return nil
    }
    if read.isForEverybody {
      findings.error(
        .badValue,
        at: members.place(of: when),
        "\"when\" names nobody in particular; the document's own body is for everybody"
      )
    }
    let effective = patch.map { (body ?? $0).patched(with: $0) } ?? own ?? value
    return (
      RuleSet.Rule(read, priority: priority),
      PlacedName(name, at: members.place),
      effective
    )
  }

  /// Checks a body against the document's plan and its datatype's schema.
  private func check(
    _ body: DataValue,
    of sheet: Sheet,
    _ variant: inout VariantDraft,
    _ findings: inout Findings
  ) {
    if let plan = sheet.planned?.plan, case .dictionary(let members) = body.content {
      checkTemplate(members, of: plan, in: sheet, &variant, &findings)
    }
    if let schema = site.datatypes[sheet.facts.datatype]?.schema {
      schema.check(body, in: sheet.file, &findings)
    }
  }

  /// What the body picks is there to be picked, and every call is needed by something.
  private func checkTemplate(
    _ body: DataDictionary,
    of plan: Plan,
    in sheet: Sheet,
    _ variant: inout VariantDraft,
    _ findings: inout Findings
  ) {
    var reader = TemplateReader(plan)
    let template = reader.template(body)
    for fault in reader.faults where sheet.areCallsRead {
      findings.error(
        .badPick,
        at: FilePlace(sheet.file, fault.position),
        fault.message,
        quote: fault.quote
      )
    }
    variant.calls = plan.closure(of: template.neededAtMost)
    variant.isList = template.list != nil
  }

  private func refuseReservedMembers(
    of body: DataValue,
    in sheet: Sheet,
    _ findings: inout Findings
  ) {
    guard case .dictionary(let dictionary) = body.content else {
      findings.error(
        .wrongKind,
        at: FilePlace(sheet.file, body.position),
        "a body is \(body.kindName); expected a dictionary"
      )
      return
    }
    for member in dictionary.members
    where member.key == BodyKeys.datatype || member.key.hasPrefix("_") {
      findings.error(
        .badValue,
        at: FilePlace(sheet.file, member.keyPosition),
        "a body cannot have \"\(member.key)\", which the gateway puts there"
      )
    }
  }
}

extension DocumentReader {
  /// The lifetimes that a document states, and for the others the site's.
  private func lifetimes(_ members: inout MemberReader, _ findings: inout Findings) -> Lifetimes {
    var lifetimes = site.defaults
    let (fresh, stale) = (Lifetimes.range, Lifetimes.staleRange)
    lifetimes.ttl = members.integer("ttl", in: fresh, &findings) ?? lifetimes.ttl
    lifetimes.staleWhileRevalidate =
      members.integer("staleWhileRevalidate", in: stale, &findings)
      ?? lifetimes.staleWhileRevalidate
    lifetimes.staleIfError =
      members.integer("staleIfError", in: stale, &findings) ?? lifetimes.staleIfError
    return lifetimes
  }
}
