// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import FileShapes
import Services
import Sites

// A path with a token says of its visitor only what documents tell apart, and a CDN keeps its answer for
// all who share the token. So a site that is closed for a country which no document knows cannot be
// closed there, whatever else a request says: the answer would be everybody's.

/// Checks what the emergency file says against the edition that it holds over.
struct OverlayCheck {
  private let parts: DataDictionary
  private let edition: Edition

  /// - Parameter parts: what the file says without an error.
  init(_ parts: DataDictionary, over edition: Edition) {
    self.parts = parts
    self.edition = edition
  }

  func run(_ findings: inout Findings) {
    var read = Findings()
    let overlay = OverlayReader(edition.site).overlay(DataValue(.dictionary(parts)), &read)
    checkMaintenance(overlay, &findings)
    checkHidden(&findings)
    checkForced(&findings)
    checkLanguages(of: parts["maintenance"]?["message"], &findings)
    checkLanguages(of: parts["banner"], &findings)
  }

  private func checkMaintenance(_ overlay: Overlay, _ findings: inout Findings) {
    guard let maintenance = overlay.maintenance, let when = parts["maintenance"]?["when"] else {
      return
    }
    let place = FilePlace(Overlay.path, when.position)
    for blur in edition.space.blurs(of: maintenance.conditions) {
      for message in OverlayCheck.messages(blur) {
        findings.warning(.blurredAudience, at: place, message)
      }
    }
  }

  /// Checks for hidden names that match nothing, which their author must know.
  private func checkHidden(_ findings: inout Findings) {
    guard let hide = parts["hide"],
      let names = Shape<String>.text.placed.oneOrMore()
        .value(of: hide, .key("hide"), in: Overlay.path, &findings)
    else { return }
    for name in names where !isKnown(PathPattern(name.value)) {
      let suggestion = Suggestion.nearest(to: name.value, among: edition.drafts.lazy.map(\.path))
      findings.error(
        .unknownName,
        at: name.place,
        "\"\(name.value)\" hides nothing: no document and no pass has such a path",
        suggestion: suggestion
      )
    }
  }

  private func isKnown(_ pattern: PathPattern) -> Bool {
    if edition.drafts.contains(where: { pattern.mayMeet($0) }) { return true }
    if !pattern.hasStar, edition.target(of: pattern.text.utf8Span.span) != nil { return true }
    return edition.site.passes.contains { pass in
      let prefix = pass.prefix.dropFirst()
      return pattern.beginning.hasPrefix(prefix)
        || pattern.hasStar && prefix.hasPrefix(pattern.beginning)
    }
  }

  private func checkForced(_ findings: inout Findings) {
    guard case .dictionary(let forced)? = parts["force"]?.content else { return }
    for member in forced.members {
      guard let number = edition.number(of: member.key) else {
        findings.error(
          .unknownName,
          at: FilePlace(Overlay.path, member.keyPosition),
          "there is no document \"\(member.key)\" of which a variant can be forced",
          suggestion: Suggestion.nearest(to: member.key, among: edition.drafts.lazy.map(\.path))
        )
        continue
      }
      let variants = edition.draft(number).variants.map(\.name)
      guard case .string(let name) = member.value.content, !variants.contains(name) else {
        continue
      }
      let suggestion = Suggestion.nearest(to: name, among: variants)
      let expected = variants.map { "\"\($0)\"" }.joined(separator: ", ")
      findings.error(
        .unknownName,
        at: FilePlace(Overlay.path, member.value.position),
        "\"\(member.key)\" has no variant \"\(name)\""
          + (suggestion == nil ? "; expected one of \(expected)" : ""),
        suggestion: suggestion
      )
    }
  }

  private func checkLanguages(of message: DataValue?, _ findings: inout Findings) {
    guard case .dictionary(let texts)? = message?.content else { return }
    let published = edition.matcher.published
    for member in texts.members {
      guard let tag = LanguageTag(member.key), !published.contains(tag) else { continue }
      findings.warning(
        .unknownName,
        at: FilePlace(Overlay.path, member.keyPosition),
        "the site is not published in \"\(member.key)\", so nobody reads this text; expected one of "
          + published.map { "\($0)" }.joined(separator: ", ")
      )
    }
  }

  private static func messages(_ blur: AudienceBlur) -> [String] {
    var messages: [String] = []
    let unknown = blur.unknown.joined(separator: ", ")
    if blur.isOrdered, !unknown.isEmpty {
      messages.append(
        "no document has a condition that begins at \(blur.dimension) \(unknown): paths with a token "
          + "are closed from the nearest one at which a condition does"
      )
    } else if !unknown.isEmpty {
      messages.append(
        "no document tells the \(blur.dimension) \(unknown) apart: paths with a token, which the "
          + "config URL hands out, stay open for such visitors; only paths without a token, such as "
          + "the config URL, are closed for them"
      )
    }
    if !blur.others.isEmpty {
      messages.append(
        "no document tells the \(blur.dimension) \(blur.named.joined(separator: ", ")) apart from "
          + "\(blur.others.joined(separator: ", ")): paths with a token are closed for these too"
      )
    }
    return messages
  }
}
