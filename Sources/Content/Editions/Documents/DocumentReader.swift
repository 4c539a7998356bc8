// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Plans

/// Reads a document's file and notes everything that is wrong with it by itself.
struct DocumentReader {
  static let maximumTags = 16
  static let maximumTagBytes = 64
  static let priorities = -1_000...1_000

  let site: SiteSettings
  private let conditions: ConditionsReader

  init(_ site: SiteSettings) {
    self.site = site
    conditions = ConditionsReader(site: site)
  }

  /// What a file says; `nil` if it is no document at all.
  func draft(
    _ value: DataValue,
    file: String,
    path: String,
    _ findings: inout Findings
  ) -> DocumentDraft? {
    let before = findings.all.count
    guard var members = MemberReader(value, of: "a document", in: file, &findings) else {
      return nil
    }
    var draft = DocumentDraft(file: file, path: path)
    _ = members.string("$schema", &findings)
    _ = members.required("datatype", &findings)
    draft.datatype = members.string("datatype", &findings) ?? ""
    _ = members.string("id", &findings)
    draft.lifetimes = LifetimesReader.lifetimes(&members, or: site.defaults, &findings)
    draft.refuses = refuses(&members, &findings)
    draft.tags = tags(&members, &findings)
    draft.light = members.strings("light", &findings)?.map(\.name)
    draft.log = (members.strings("log", &findings) ?? []).map(\.name)
    let plan = PlanReader.plan(&members, path: path, site: site, &findings)
    // What others stand in is composed like a plan's document, be it without calls of its own.
    draft.planned = (plan ?? (BodyScanner.hasEmbeds(value) ? Plan() : nil))
      .map { PlannedDocument($0, path: path) }
    var precedence = site.precedence
    if let names = members.strings("precedence", &findings) {
      precedence = PrecedenceReader.precedence(names, &findings)
    }
    readBodies(&members, &draft, precedence, &findings)
    members.refuseOthers(&findings)
    draft.isSound = findings.all.count == before
    return draft
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
    _ draft: inout DocumentDraft,
    _ precedence: Precedence,
    _ findings: inout Findings
  ) {
    let body = members.value("body")
    if let body { refuseReservedMembers(of: body, in: draft, &findings) }
    var rules: [RuleSet.Rule] = []
    var names: Set<String> = ["body"]
    for (number, value) in (members.array("variants", &findings) ?? []).enumerated() {
      guard let (rule, name, effective) = variant(value, number, over: body, in: draft, &findings)
      else { continue }
      if !names.insert(name.name).inserted {
        findings.error(.badValue, at: name.place, "the id \"\(name.name)\" is taken")
      }
      rules.append(rule)
      draft.variants.append(scanned(effective, name.name, at: name.place, draft, &findings))
    }
    if let body {
      rules.append(RuleSet.Rule(.everybody))
      let place = FilePlace(draft.file, body.position)
      draft.variants.append(scanned(body, "body", at: place, draft, &findings))
    } else if rules.isEmpty {
      findings.error(
        .missingKey,
        at: members.place,
        "a document has neither \"body\" nor \"variants\""
      )
    }
    if draft.variants.count > site.budgets.variants + 1 {
      findings.error(
        .overBudget,
        at: members.place,
        "\(rules.count) variants; expected at most \(site.budgets.variants)"
      )
    }
    draft.ruleSet = RuleSet(Array(rules.prefix(RuleSet.maximumRules)), precedence: precedence)
    draft.variants = Array(draft.variants.prefix(RuleSet.maximumRules))
    checkCalls(draft, &findings)
    draft.shareFacts()
  }

  /// A call that no body needs only costs its service time.
  private func checkCalls(_ draft: DocumentDraft, _ findings: inout Findings) {
    guard let plan = draft.planned?.plan else { return }
    let needed = draft.variants.reduce(into: Set<Int>()) { $0.formUnion($1.calls) }
    for (number, call) in plan.calls.enumerated() where !needed.contains(number) {
      findings.error(
        .needlessCall,
        at: draft.place,
        "nothing in the body needs the call \"\(call.name)\""
      )
    }
    if plan.list != nil, draft.isSound, !draft.variants.contains(where: \.isList) {
      findings.error(
        .needlessCall,
        at: draft.place,
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
    in draft: DocumentDraft,
    _ findings: inout Findings
  ) -> (rule: RuleSet.Rule, name: PlacedName, body: DataValue)? {
    guard var members = MemberReader(value, of: "a variant", in: draft.file, &findings) else {
      return nil
    }
    let name = members.string("id", &findings) ?? "#\(number + 1)"
    let priority = members.integer("priority", in: DocumentReader.priorities, &findings) ?? 0
    let when = members.required("when", &findings)
    let patch = members.value("patch")
    let own = members.value("body")
    members.refuseOthers(&findings)
    if let own { refuseReservedMembers(of: own, in: draft, &findings) }
    if let patch { refuseReservedMembers(of: patch, in: draft, &findings) }
    guard (patch == nil) != (own == nil) else {
      findings.error(
        patch == nil ? .missingKey : .badValue,
        at: members.place,
        "a variant has \(patch == nil ? "neither" : "both") \"patch\" and \"body\"; expected one"
      )
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
    guard let when, let read = conditions.conditions(when, in: draft.file, &findings) else {
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

  private func scanned(
    _ body: DataValue,
    _ name: String,
    at place: FilePlace,
    _ draft: DocumentDraft,
    _ findings: inout Findings
  ) -> VariantDraft {
    var scanner = BodyScanner(
      VariantDraft(name: name, place: place),
      in: draft.file,
      conditions: conditions,
      hasPlan: draft.planned != nil,
      routeNames: draft.planned?.names ?? []
    )
    scanner.scan(body, &findings)
    if let plan = draft.planned?.plan, case .dictionary(let members) = body.content {
      checkTemplate(members, of: plan, in: draft, &scanner.variant, &findings)
    }
    if let schema = site.datatypes[draft.datatype]?.schema {
      schema.check(body, in: draft.file, &findings)
    }
    return scanner.variant
  }

  /// What the body picks is there to be picked, and every call is needed by something.
  private func checkTemplate(
    _ body: DataDictionary,
    of plan: Plan,
    in draft: DocumentDraft,
    _ variant: inout VariantDraft,
    _ findings: inout Findings
  ) {
    var reader = TemplateReader(plan)
    let template = reader.template(body)
    for fault in reader.faults {
      findings.error(.badPick, at: FilePlace(draft.file, fault.position), fault.message)
    }
    variant.calls = plan.closure(of: template.neededAtMost)
    variant.isList = template.list != nil
  }

  private func refuseReservedMembers(
    of body: DataValue,
    in draft: DocumentDraft,
    _ findings: inout Findings
  ) {
    guard case .dictionary(let dictionary) = body.content else {
      findings.error(
        .wrongKind,
        at: FilePlace(draft.file, body.position),
        "a body is \(body.kindName); expected a dictionary"
      )
      return
    }
    for member in dictionary.members
    where member.key == BodyKeys.datatype || member.key.hasPrefix("_") {
      findings.error(
        .badValue,
        at: FilePlace(draft.file, member.keyPosition),
        "a body cannot have \"\(member.key)\", which the gateway puts there"
      )
    }
  }
}
