// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

/// Reads what a site says of one of its apps.
enum AppReader {
  static func app(
    _ member: DataDictionary.Member,
    in file: String,
    _ findings: inout Findings
  ) -> AppSettings? {
    let place = FilePlace(file, member.keyPosition)
    guard NameRules.isApp(member.key) else {
      findings.error(
        .badValue,
        at: place,
        "\"\(member.key)\" is no name of an app; expected an identifier such as com.example.shop"
      )
      return nil
    }
    let subject = "the app \"\(member.key)\""
    guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
      return nil
    }
    var app = AppSettings(name: member.key)
    app.versions = (members.strings("versions", &findings) ?? [])
      .compactMap { version($0, &findings) }.sorted()
    if var gate = members.reader("update", of: "update", &findings) {
      app.gate = self.gate(&gate, &findings)
    }
    members.refuseOthers(&findings)
    return app
  }

  private static func gate(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> UpdateGate {
    var gate = UpdateGate()
    func version(_ key: String, _ members: inout MemberReader) -> AppVersion? {
      members.name(key, &findings).flatMap { self.version($0, &findings) }
    }
    gate.minimum = version("minimum", &members)
    gate.recommended = version("recommended", &members)
    gate.latest = version("latest", &members)
    gate.storeURL = members.string("storeURL", &findings) ?? ""
    gate.message = members.name("message", &findings)
    for value in members.array("blockedBuilds", &findings) ?? [] {
      if case .integer(let build) = value.content, build >= 0 {
        gate.blockedBuilds.append(UInt64(build))
      } else {
        findings.error(
          .badValue,
          at: members.place(of: value),
          "a blocked build is \(value.kindName); expected a number from 0 on"
        )
      }
    }
    if let from = members.value("from") {
      gate.from = ConditionsReader.time(from, of: "from", in: members.file, &findings)
    }
    if let minimum = gate.minimum, let latest = gate.latest, minimum > latest {
      findings.error(
        .badValue,
        at: members.place,
        "\"minimum\" \(minimum) is above \"latest\" \(latest): nobody could go on"
      )
    }
    if gate.storeURL.isEmpty {
      findings.error(
        .missingKey,
        at: members.place,
        "\"update\" has no \"storeURL\": who must update would not know where"
      )
    }
    members.refuseOthers(&findings)
    return gate
  }

  static func version(_ name: PlacedName, _ findings: inout Findings) -> AppVersion? {
    if let version = AppVersion(name.name) { return version }
    findings.error(
      .badValue,
      at: name.place,
      "\"\(name.name)\" is no version; expected one such as 2.3.1"
    )
    return nil
  }
}
