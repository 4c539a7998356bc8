// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans
import Sites

/// Checks that every step gets the values that it needs: every link into a flow sets them, and
/// every step passes them on.
struct CarryCheck {
  let linkage: Linkage

  private var carried: [Int: [String: FlowTable.Carried]] { linkage.flowTable.carried }

  func run(_ findings: inout Findings) {
    checkConfig(&findings)
    let isSet = linkage.drafts.contains { draft in draft.links.contains { !$0.carry.isEmpty } }
    guard isSet || !carried.isEmpty else { return }
    for number in linkage.drafts.indices {
      for link in linkage.drafts[number].links where isKnown(link, in: number) {
        if !link.carry.isEmpty { checkSet(link, of: number, &findings) }
        if !carried.isEmpty { checkNeeds(of: link, in: number, &findings) }
      }
    }
    for number in carried.keys.sorted() {
      checkRoot(number, &findings)
      checkBudget(number, &findings)
    }
  }

  /// Whether a link and what it leads to could be read whole.
  private func isKnown(_ link: DocumentLink, in number: Int) -> Bool {
    [number, linkage.number(of: link)].compactMap(\.self)
      .allSatisfy { linkage.drafts[$0].facts.isSound }
  }

  /// Notes values that a link sets and its document does not know, and those that are too long.
  private func checkSet(_ link: DocumentLink, of number: Int, _ findings: inout Findings) {
    guard let target = linkage.number(of: link) else { return }
    let known = carried[target] ?? [:]
    let draft = linkage.drafts[number]
    for value in link.carry {
      guard let name = known[value.name]?.name else {
        findings.warning(
          .unknownName,
          at: draft.place(value.position),
          "\"\(link.path)\" does not take \"\(value.name)\", and neither do the steps after it",
          suggestion: Suggestion.nearest(to: value.name, among: known.keys.sorted())
        )
        continue
      }
      if let literal = value.literal, literal.utf8.count > name.maximumBytes {
        findings.error(
          .badValue,
          at: draft.place(value.position),
          "\"\(value.name)\" has \(literal.utf8.count) bytes; \"\(link.path)\" takes at most "
            + "\(name.maximumBytes)"
        )
      }
    }
  }

  /// Reports each value that a document needs and that is set neither by the link to it nor, for
  /// certain, by the document that contains the link.
  private func checkNeeds(of link: DocumentLink, in number: Int, _ findings: inout Findings) {
    guard let target = linkage.number(of: link), let known = carried[target] else { return }
    let needed = known.values.filter(\.name.isRequired).sorted { $0.name.name < $1.name.name }
    for value in needed {
      let name = value.name.name
      let place = linkage.drafts[number].place(link.position)
      if link.role == .embed {
        findings.error(
          .lackingValue,
          at: place,
          "\"\(link.path)\" cannot be embedded, since it needs \"\(name)\" from a link",
          parties: [party(value)]
        )
        continue
      }
      if link.carry.contains(where: { $0.name == name }) { continue }
      if let own = carried[number]?[name]?.name, own.isRequired || own.fallback != nil { continue }
      findings.error(
        .lackingValue,
        at: place,
        "the link to \"\(link.path)\" does not set \"\(name)\"; expected it in \"carry\"",
        parties: [party(value)]
      )
    }
  }

  private func party(_ value: FlowTable.Carried) -> Finding.Party {
    let draft = linkage.drafts[value.origin]
    return Finding.Party(
      draft.place(value.name.position),
      "\"\(draft.path)\" needs \"\(value.name.name)\""
    )
  }

  /// Apps know these paths by themselves, and no link carries anything there.
  private func checkRoot(_ number: Int, _ findings: inout Findings) {
    let draft = linkage.drafts[number]
    guard linkage.site.roots.contains(where: { $0.matches(draft.path) }) else { return }
    let needed = (carried[number] ?? [:]).values.filter(\.name.isRequired)
    for value in needed.sorted(by: { $0.name.name < $1.name.name }) {
      let isOwn = value.origin == number
      findings.error(
        .lackingValue,
        at: isOwn ? draft.place(value.name.position) : draft.place,
        "\"\(draft.path)\" may be opened without \"\(value.name.name)\": it is among the site's "
          + "\"roots\", which apps know without a link; expected a \"default\"",
        parties: isOwn ? [] : [party(value)]
      )
    }
  }

  /// The one URL that apps begin with is what it is.
  private func checkConfig(_ findings: inout Findings) {
    guard let number = linkage.numbers[linkage.site.config] else { return }
    let draft = linkage.drafts[number]
    for name in draft.planned?.plan.flow ?? [] {
      findings.error(
        .badValue,
        at: draft.place(name.position),
        "\"\(draft.path)\" is the document that apps begin with, to which no link carries "
          + "\"\(name.name)\""
      )
    }
  }

  private func checkBudget(_ number: Int, _ findings: inout Findings) {
    let names = linkage.flowTable.names(of: number)
    let draft = linkage.drafts[number]
    if names.count > FlowLimits.maximumNames {
      findings.error(
        .overBudget,
        at: draft.place,
        "\"\(draft.path)\" carries \(names.count) values: \(list(names)); expected at most "
          + "\(FlowLimits.maximumNames)"
      )
    }
    let bytes = names.reduce(0) { $0 + $1.maximumBytes }
    if bytes > FlowLimits.maximumTotalBytes {
      findings.error(
        .overBudget,
        at: draft.place,
        "the values that \"\(draft.path)\" carries may have \(bytes) bytes: \(list(names)); expected "
          + "at most \(FlowLimits.maximumTotalBytes), by a smaller \"maximumBytes\" of some"
      )
    }
  }

  private func list(_ names: [FlowName]) -> String { names.map(\.name).joined(separator: ", ") }
}
