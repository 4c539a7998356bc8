// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import FileShapes
import Plans
import Services

/// Reads a document's file and notes everything that is wrong with it by itself.
package struct DocumentReader {
  let site: SiteSettings
  private let shape: Shape<DocumentDeclaration>
  private let rowConditions: [Member<RowDeclaration>]
  private let pool: FactsPool

  /// The parts of a document that have been read so far.
  private struct Parts {
    let file: String
    let declared: DocumentDeclaration
    var planned: PlannedDocument?
    /// Whether all calls could be read, so that what bodies pick can be held against them.
    var areCallsRead = true
    var contents = DocumentContents()
    var facts = DocumentFacts()
  }

  package init(_ site: SiteSettings, pool: FactsPool = FactsPool()) {
    self.site = site
    self.pool = pool
    shape = site.document
    rowConditions = site.rowConditions
  }

  /// Reads a file; `nil` if it is no document at all.
  package func draft(
    _ value: DataValue,
    file: String,
    path: String,
    _ findings: inout Findings
  ) -> DocumentDraft? {
    let errors = findings.errorCount
    var context = ReadingContext(file: file)
    swap(&context.findings, &findings)
    defer { swap(&context.findings, &findings) }
    guard let declared = shape.read(value, .thing("a document"), &context) else { return nil }
    var parts = Parts(file: file, declared: declared)
    let plan = PlanBuilder.plan(declared.plan, of: value, at: path, &context)
    parts.areCallsRead = context.names(of: .call).allSatisfy { plan?.index(of: $0) != nil }
    // A document that embeds others is composed like one with a plan, even without calls of its
    // own.
    parts.planned = (plan ?? (BodyScanner.hasEmbeds(value) ? Plan() : nil))
      .map { PlannedDocument($0, path: path) }
    parts.facts.datatype = declared.datatype
    parts.facts.lifetimes = declared.lifetimes(of: plan, orElse: site.defaults)
    parts.facts.refuses = declared.refuses
    parts.facts.light = declared.light?.map(\.value)
    parts.facts.log = declared.log
    if let plan = parts.planned?.plan {
      parts.facts.devices = plan.devices.sorted()
      parts.facts.countries = plan.countries
      parts.facts.usesLanguage = plan.usesLanguage
    }
    readBodies(&parts, at: context.place(of: value), &context.findings)
    parts.facts.isSound = context.findings.errorCount == errors
    if parts.facts.isSound {
      checkCalls(parts, &context.findings)
      if declared.light != nil || !declared.log.capture.isEmpty {
        let members = BodyMembers(of: value)
        members.check(declared.light ?? [], of: "light", &context.findings)
        let parameters = parts.planned.map { $0.names + $0.plan.parameters.map(\.name) } ?? []
        members.check(
          captured(declared.log, value, context).filter { !parameters.contains($0.value) },
          of: "capture",
          &context.findings
        )
      }
    }
    return DocumentDraft(
      file: file,
      path: path,
      planned: parts.planned,
      tags: declared.tags,
      contents: parts.contents,
      facts: parts.facts,
      pool: pool
    )
  }

  /// The names of captured values, with their places in the file.
  private func captured(
    _ log: LogRules,
    _ value: DataValue,
    _ context: ReadingContext
  ) -> [Placed<String>] {
    let written = value["log"]?["capture"]
    let elements = written?.elements ?? written.map { [$0] } ?? []
    return zip(log.capture, elements).map { Placed($0, at: context.place(of: $1)) }
  }

  private func readBodies(
    _ parts: inout Parts,
    at place: FilePlace,
    _ findings: inout Findings
  ) {
    let body = parts.declared.body
    var rules: [RuleSet.Rule] = []
    var names: Set<String> = ["body"]
    var scanner = BodyScanner(
      in: parts.file,
      rows: rowConditions,
      hasPlan: parts.planned != nil,
      routeNames: parts.planned?.names ?? []
    )
    for (number, declared) in parts.declared.variants.enumerated() {
      guard let (rule, effective) = variant(declared, over: body, &findings) else { continue }
      let name = declared.value.name ?? "#\(number + 1)"
      if !names.insert(name).inserted {
        findings.error(.badValue, at: declared.place, "the id \"\(name)\" is taken")
      }
      rules.append(rule)
      var variant = scanner.scan(effective, name, at: declared.place.position, &findings)
      check(effective, of: parts, &variant, &findings)
      parts.facts.variants.append(variant)
    }
    if let body {
      rules.append(RuleSet.Rule(.everybody))
      var variant = scanner.scan(body, "body", at: body.position, &findings)
      check(body, of: parts, &variant, &findings)
      parts.facts.variants.append(variant)
    }
    parts.contents = scanner.contents
    if parts.facts.variants.count > site.budgets.variants + 1 {
      findings.error(
        .overBudget,
        at: place,
        "\(rules.count) variants; expected at most \(site.budgets.variants)"
      )
    }
    parts.facts.ruleSet = RuleSet(
      Array(rules.prefix(RuleSet.maximumRules)),
      precedence: parts.declared.precedence ?? site.precedence
    )
    parts.facts.variants = Array(parts.facts.variants.prefix(RuleSet.maximumRules))
  }

  /// A variant's rule and the body that it stands for; `nil` for one that has not both.
  private func variant(
    _ declared: Placed<VariantDeclaration>,
    over body: DataValue?,
    _ findings: inout Findings
  ) -> (rule: RuleSet.Rule, body: DataValue)? {
    let variant = declared.value
    if variant.patch != nil, variant.body == nil, body == nil {
      findings.error(
        .missingKey,
        at: declared.place,
        "a variant has a patch, and the document no body to apply it to"
      )
    }
    guard let conditions = variant.conditions else { return nil }
    let rule = RuleSet.Rule(conditions, priority: variant.priority)
    switch (variant.patch, variant.body, body) {
    case (nil, let own?, _): return (rule, own)
    case (let patch?, nil, let body?): return (rule, body.patched(with: patch))
    default: return nil
    }
  }

  /// A call that no body needs only costs its service time.
  private func checkCalls(_ parts: Parts, _ findings: inout Findings) {
    guard let plan = parts.planned?.plan else { return }
    let needed = parts.facts.variants.reduce(into: Set<Int>()) { $0.formUnion($1.calls) }
    for (number, call) in plan.calls.enumerated() where !needed.contains(number) {
      findings.error(
        .needlessCall,
        at: FilePlace(parts.file),
        "nothing in the body needs the call \"\(call.name)\""
      )
    }
    if plan.list != nil, !parts.facts.variants.contains(where: \.isList) {
      findings.error(
        .needlessCall,
        at: FilePlace(parts.file),
        "the document has \"list\", but no member of its body is a list; expected "
          + "one with \"\(TemplateKeys.list)\""
      )
    }
  }

  /// Checks a body against the document's plan and its datatype's schema.
  private func check(
    _ body: DataValue,
    of parts: Parts,
    _ variant: inout VariantDraft,
    _ findings: inout Findings
  ) {
    if let plan = parts.planned?.plan, case .dictionary(let members) = body.content {
      checkTemplate(members, of: plan, in: parts, &variant, &findings)
    }
    if let schema = site.datatypes[parts.facts.datatype]?.schema {
      schema.check(body, in: parts.file, &findings)
    }
  }

  /// Notes picks of the body that pick nothing, and finds the calls that it needs.
  private func checkTemplate(
    _ body: DataDictionary,
    of plan: Plan,
    in parts: Parts,
    _ variant: inout VariantDraft,
    _ findings: inout Findings
  ) {
    var reader = TemplateReader(plan, in: parts.file)
    let template = reader.template(body)
    if parts.areCallsRead { findings.add(reader.findings) }
    variant.calls = plan.closure(of: template.neededAtMost)
    variant.isList = template.list != nil
  }
}
