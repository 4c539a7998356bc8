// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans
import Services
import Sites

/// Redirects lead to a document and hide none; documents for errors exist and need no service.
struct AddressingCheck {
  let linkage: Linkage

  func run(_ findings: inout Findings) {
    for redirect in linkage.site.redirects { check(redirect, &findings) }
    checkCircles(&findings)
    for (kind, path, place) in linkage.site.errors.declared {
      check(path, for: kind, at: place, &findings)
    }
  }

  private func check(_ redirect: RedirectDeclaration, _ findings: inout Findings) {
    if let hidden = linkage.numbers[redirect.path] {
      findings.error(
        .badPath,
        at: redirect.place,
        "the redirect of \"\(redirect.path)\" is never used, since there is such a document",
        parties: [Finding.Party(linkage.drafts[hidden].place, "the document")]
      )
    }
    let names = RoutePattern(redirect.path)?.names ?? []
    for name in AddressingCheck.names(in: redirect.target) where !names.contains(name) {
      findings.error(
        .unknownName,
        at: redirect.place,
        "the path \"\(redirect.path)\" has no \"{\(name)}\", which its target uses",
        suggestion: Suggestion.nearest(to: name, among: names)
      )
    }
    guard let path = redirect.documentPath else { return }
    if let next = linkage.site.redirects.firstIndex(where: { $0.path == path }) {
      guard !circle(from: next).contains(redirect.path) else { return }
      findings.error(
        .badPath,
        at: redirect.place,
        "the redirect of \"\(redirect.path)\" leads to another redirect, \"\(path)\""
      )
    } else if !linkage.hasDocument(path) {
      findings.error(
        .brokenLink,
        at: redirect.place,
        "the redirect of \"\(redirect.path)\" leads to \"\(path)\", and there is no such document",
        suggestion: Suggestion.nearest(to: path, among: linkage.drafts.lazy.map(\.path))
      )
    }
  }

  /// The redirects that one leads around, by their paths; none if the way ends.
  private func circle(from start: Int) -> [String] {
    let redirects = linkage.site.redirects
    var way: [Int] = []
    var next: Int? = start
    while let number = next {
      if let first = way.firstIndex(of: number) { return way[first...].map { redirects[$0].path } }
      way.append(number)
      let path = redirects[number].documentPath
      next = path.flatMap { path in redirects.firstIndex { $0.path == path } }
    }
    return []
  }

  /// Reports each circle of redirects once.
  private func checkCircles(_ findings: inout Findings) {
    var told: Set<String> = []
    for (number, redirect) in linkage.site.redirects.enumerated() {
      let circle = circle(from: number)
      guard circle.contains(redirect.path), told.isDisjoint(with: circle) else { continue }
      told.formUnion(circle)
      let others = linkage.site.redirects.filter {
        circle.contains($0.path) && $0.path != redirect.path
      }
      findings.error(
        .endlessLoop,
        at: redirect.place,
        others.isEmpty
          ? "the redirect of \"\(redirect.path)\" leads to itself"
          : "the redirects of \(circle.map { "\"\($0)\"" }.joined(separator: ", ")) lead around in a "
            + "circle",
        parties: others.map { Finding.Party($0.place, "the redirect of \"\($0.path)\"") }
      )
    }
  }

  private func check(
    _ path: String,
    for kind: ErrorDocuments.Kind,
    at place: FilePlace,
    _ findings: inout Findings
  ) {
    guard let number = linkage.numbers[path] else {
      guard !linkage.hasDocument(path) else { return }
      findings.error(
        .brokenLink,
        at: place,
        "the document for \"\(kind.rawValue)\" is \"\(path)\", and there is no such document",
        suggestion: Suggestion.nearest(to: path, among: linkage.drafts.lazy.map(\.path))
      )
      return
    }
    let draft = linkage.drafts[number]
    guard draft.planned != nil else { return }
    findings.error(
      .badValue,
      at: place,
      "the document for \"\(kind.rawValue)\" calls services, which may have caused the error; expected "
        + "one without \"calls\"",
      parties: [Finding.Party(draft.place, "the document \"\(path)\"")]
    )
  }

  /// The names in braces of a target.
  private static func names(in target: String) -> [String] {
    var names: [String] = []
    var rest = target[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      names.append(String(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return names
  }
}
