// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import HTTPValues
import Plans

/// Reads what a site passes through to the services behind it.
enum PassReader {
  static func passes(
    _ reader: MemberReader,
    _ backends: [BackendDeclaration],
    _ findings: inout Findings
  ) -> [PassDeclaration] {
    var passes: [PassDeclaration] = []
    for member in reader.members {
      guard let pass = pass(member, in: reader.file, backends, &findings) else { continue }
      if let twin = passes.first(where: { $0.prefix == pass.prefix }) {
        findings.error(
          .badPath,
          at: pass.place,
          "two passes are for \"\(pass.prefix.isEmpty ? "/" : pass.prefix)\"",
          parties: [Finding.Party(twin.place, "the other one")]
        )
      }
      passes.append(pass)
    }
    return passes
  }

  private static func pass(
    _ member: DataDictionary.Member,
    in file: String,
    _ backends: [BackendDeclaration],
    _ findings: inout Findings
  ) -> PassDeclaration? {
    let place = FilePlace(file, member.keyPosition)
    let prefix = prefix(member.key)
    if prefix == nil {
      findings.error(
        .badPath,
        at: place,
        "\"\(member.key)\" is no path that can be passed on; expected one such as /account, "
          + "without a query and without . and .."
      )
    }
    let subject = "the pass \"\(member.key)\""
    guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
      return nil
    }
    var pass = PassDeclaration(prefix: prefix ?? member.key, at: place)
    readBackend(&pass, &members, backends, &findings)
    pass.strips = members.boolean("strip", &findings) ?? pass.strips
    readMethods(&pass, &members, &findings)
    readCaching(&pass, &members, &findings)
    pass.mirror = MirrorReader.mirror(
      of: pass.backend,
      &members,
      among: backends.map(\.name),
      &findings
    )
    pass.staysOpen = members.boolean("staysOpen", &findings) ?? pass.staysOpen
    if let text = members.string("timeout", &findings) {
      pass.timeout = PlanReader.duration(text)
      if pass.timeout == nil {
        findings.error(
          .badValue,
          at: members.place,
          "\"timeout\" is \"\(text)\"; expected 1ms to 60s, such as 800ms or 2s"
        )
      }
    }
    pass.bodyBytes =
      members.integer("bodyBytes", in: PassDeclaration.bodyRange, &findings) ?? pass.bodyBytes
    members.refuseOthers(&findings)
    return prefix == nil ? nil : pass
  }

  /// A path without the slash at its end; `nil` for what is none.
  private static func prefix(_ text: String) -> String? {
    if text == "/" { return "" }
    let path = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard path.hasPrefix("/"), path.utf8.count <= 1_024 else { return nil }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".."
        && part.utf8.allSatisfy {
          ASCII.isAlphanumeric($0) || "-._~!$&'()*+,;=:@".utf8.contains($0)
        }
    }
    return isPlain ? path : nil
  }

  private static func readBackend(
    _ pass: inout PassDeclaration,
    _ members: inout MemberReader,
    _ backends: [BackendDeclaration],
    _ findings: inout Findings
  ) {
    guard let value = members.required("backend", &findings) else { return }
    pass.backend = members.string("backend", &findings) ?? ""
    let names = backends.map(\.name)
    guard case .string = value.content, !names.contains(pass.backend) else { return }
    findings.error(
      .unknownName,
      at: members.place(of: value),
      "there is no backend \"\(pass.backend)\"",
      suggestion: Suggestion.nearest(to: pass.backend, among: names)
    )
  }

  private static func readMethods(
    _ pass: inout PassDeclaration,
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) {
    guard let names = members.strings("methods", &findings) else { return }
    var methods: [HTTPValues.Method] = []
    for name in names {
      if let method = HTTPValues.Method(name.name), method != .connect,
        name.name == name.name.uppercased()
      {
        methods.append(method)
        continue
      }
      findings.error(
        .badValue,
        at: name.place,
        "\"\(name.name)\" is no method that can be passed on; expected one such as GET or POST"
      )
    }
    pass.methods = methods
  }

  private static func readCaching(
    _ pass: inout PassDeclaration,
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) {
    if let choice = choice("cache", PassDeclaration.Caching.self, &members, &findings) {
      pass.caching = choice
    }
    if let choice = choice("cookies", PassDeclaration.Cookies.self, &members, &findings) {
      pass.cookies = choice
    }
    for name in members.strings("targets", &findings) ?? [] {
      if let field = FieldName(name.name) {
        pass.targets.append(field)
      } else {
        findings.error(
          .badValue,
          at: name.place,
          "\"\(name.name)\" is no name of a field; expected one such as cdn-cache-control"
        )
      }
    }
    pass.isHeuristic = members.boolean("heuristic", &findings) ?? pass.isHeuristic
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String,
    _ kind: Choice.Type,
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> Choice? {
    guard let value = members.value(key), let name = members.string(key, &findings) else {
      return nil
    }
    if let choice = Choice(rawValue: name) { return choice }
    let known = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    findings.error(
      .badValue,
      at: members.place(of: value),
      "\"\(key)\" is \"\(name)\"; expected \(known)"
    )
    return nil
  }
}
