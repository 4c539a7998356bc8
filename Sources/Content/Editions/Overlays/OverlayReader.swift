// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import FileShapes

/// Reads the emergency file by itself, in the words of the settings that are in force.
package struct OverlayReader {
  static let retryRange = 1...86_400

  private static let marker = "$schema"
  private static let parts = ["maintenance", "hide", "force", "ttl", "banner"]

  private let conditions: ConditionsReader
  /// The path of the config URL's document.
  private let config: String
  private let file: String

  package init(_ site: SiteSettings, file: String = Overlay.path) {
    conditions = ConditionsReader(site: site)
    config = site.config
    self.file = file
  }

  /// The parts of a file that are without error; every error is noted.
  func goodParts(of file: DataDictionary, _ findings: inout Findings) -> DataDictionary {
    _ = overlay(DataValue(.dictionary(file)), &findings)
    let good = file.members.filter { member in
      guard OverlayReader.parts.contains(member.key),
        let part = try? DataDictionary([member])
      else { return false }
      var own = Findings()
      _ = overlay(DataValue(.dictionary(part)), &own)
      return !own.hasErrors
    }
    return (try? DataDictionary(good)) ?? DataDictionary()
  }

  /// What the file says; parts that cannot be read are noted, and the others hold all the same.
  package func overlay(_ value: DataValue, _ findings: inout Findings) -> Overlay {
    var overlay = Overlay()
    guard var members = MemberReader(value, of: "the emergency file", in: file, &findings) else {
      return overlay
    }
    _ = members.string(OverlayReader.marker, &findings)
    if var closed = members.reader("maintenance", of: "maintenance", &findings) {
      overlay.maintenance = maintenance(&closed, &findings)
    }
    overlay.hidden = hidden(&members, &findings)
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
    if members.members.isEmpty {
      findings.error(
        .badValue,
        at: members.place,
        "\"maintenance\" is empty; expected a \"message\" for those whom it shuts out, or no"
          + " \"maintenance\" while the site is open"
      )
    }
    if let when = members.value("when") {
      maintenance.conditions = conditions.conditions(when, in: file, &findings) ?? .everybody
    }
    maintenance.message = message("message", &members, &findings)
    maintenance.retryAfter =
      members.integer("retryAfter", in: OverlayReader.retryRange, &findings)
      ?? maintenance.retryAfter
    members.refuseOthers(&findings)
    return maintenance
  }

  private func hidden(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> [PathPattern] {
    (members.strings("hide", &findings) ?? []).compactMap { name in
      let pattern = PathPattern(name.name)
      guard pattern.matches(config) else { return pattern }
      findings.error(
        .badValue,
        at: name.place,
        "\"\(name.name)\" hides \"\(config)\", the config URL, at which every app begins; what closes"
          + " a site is \"maintenance\""
      )
      return nil
    }
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
