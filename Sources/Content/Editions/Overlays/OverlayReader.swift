// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles

/// Reads the emergency file by itself, in the words of the settings that are in force.
package struct OverlayReader {
  static let retryRange = 1...86_400

  private let conditions: ConditionsReader
  private let file: String

  package init(_ site: SiteSettings, file: String = Overlay.path) {
    conditions = ConditionsReader(site: site)
    self.file = file
  }

  /// What the file says; parts that cannot be read are noted, and the others hold all the same.
  package func overlay(_ value: DataValue, _ findings: inout Findings) -> Overlay {
    var overlay = Overlay()
    guard var members = MemberReader(value, of: "the emergency file", in: file, &findings) else {
      return overlay
    }
    _ = members.string("$schema", &findings)
    if var closed = members.reader("maintenance", of: "maintenance", &findings) {
      overlay.maintenance = maintenance(&closed, &findings)
    }
    overlay.hidden = (members.strings("hide", &findings) ?? []).map { PathPattern($0.name) }
    if var forced = members.reader("force", of: "force", &findings) {
      for member in forced.members {
        overlay.forced[member.key] = forced.string(member.key, &findings)
      }
    }
    overlay.ttls = ttls(&members, &findings)
    overlay.banner = message("banner", &members, &findings)
    members.refuseOthers(&findings)
    return overlay
  }

  private func maintenance(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> Maintenance {
    var maintenance = Maintenance()
    if let when = members.value("when") {
      maintenance.position = when.position
      maintenance.conditions = conditions.conditions(when, in: file, &findings) ?? .everybody
    }
    maintenance.message = message("message", &members, &findings)
    maintenance.retryAfter =
      members.integer("retryAfter", in: OverlayReader.retryRange, &findings)
      ?? maintenance.retryAfter
    members.refuseOthers(&findings)
    return maintenance
  }

  private func ttls(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> [Overlay.TTLCap] {
    guard let value = members.value("ttl") else { return [] }
    if case .integer = value.content {
      return members.integer("ttl", in: Lifetimes.range, &findings)
        .map { [Overlay.TTLCap(pattern: PathPattern("*"), seconds: $0)] } ?? []
    }
    guard var caps = members.reader("ttl", of: "ttl", &findings) else { return [] }
    return caps.members.compactMap { member in
      caps.integer(member.key, in: Lifetimes.range, &findings)
        .map { Overlay.TTLCap(pattern: PathPattern(member.key), seconds: $0) }
    }
  }

  /// A text for everybody, or one for each language.
  private func message(
    _ key: String,
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> [LanguageTag: String] {
    guard let value = members.value(key) else { return [:] }
    if case .string(let text) = value.content { return [.undetermined: text] }
    guard let texts = members.reader(key, of: key, &findings) else { return [:] }
    var messages: [LanguageTag: String] = [:]
    for member in texts.members {
      guard let tag = LanguageTag(member.key), case .string(let text) = member.value.content else {
        findings.error(
          .badValue,
          at: FilePlace(file, member.keyPosition),
          "\"\(member.key)\" of \"\(key)\" is no language with a text"
        )
        continue
      }
      messages[tag] = text
    }
    return messages
  }
}
