// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// Reads a request of one's own that purges.
enum EdgePurgeRequestReader {
  static func request(
    _ reader: MemberReader,
    _ findings: inout Findings
  ) -> EdgePurgeRequest? {
    var members = reader
    _ = members.required("path", &findings)
    let path = text("path", &members, &findings)
    let body = text("body", &members, &findings)
    let method = method(&members, &findings)
    let fields = fields(&members, &findings)
    members.refuseOthers(&findings)
    guard let path else { return nil }
    guard case .text(let start) = path.parts.first, start.hasPrefix("/") else {
      // A hole that brings its own slash.
      if path.parts.first == .hole(.path) || path.parts.first == .hole(.prefix) {
        return EdgePurgeRequest(method, path, fields, body)
      }
      findings.error(
        .badValue,
        at: members.place,
        "\"path\" of \(members.subject) does not begin with a slash, {path} or {prefix}"
      )
      return nil
    }
    return EdgePurgeRequest(method, path, fields, body)
  }

  private static func method(_ members: inout MemberReader, _ findings: inout Findings) -> String {
    guard let name = members.name("method", &findings) else { return "POST" }
    if let method = HTTPValues.Method(name.name), method != .connect,
      name.name == name.name.uppercased()
    {
      return name.name
    }
    findings.error(
      .badValue,
      at: name.place,
      "\"\(name.name)\" is no method that can purge; expected one such as POST or PURGE"
    )
    return "POST"
  }

  private static func fields(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> [EdgePurgeRequest.Field] {
    guard var fields = members.reader("fields", of: "the fields of a request", &findings) else {
      return []
    }
    return fields.members.compactMap { member in
      guard FieldName(member.key) != nil else {
        findings.error(
          .badValue,
          at: FilePlace(fields.file, member.keyPosition),
          "\"\(member.key)\" is no name of a field; expected one such as X-Purge-Tags"
        )
        return nil
      }
      return text(member.key, &fields, &findings).map { .init(name: member.key, value: $0) }
    }
  }

  private static func text(
    _ key: String,
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> EdgePurgeText? {
    guard let text = members.name(key, &findings) else { return nil }
    do throws(EdgePurgeText.UnknownHole) {
      return try EdgePurgeText(text.name)
    } catch {
      findings.error(
        .unknownName,
        at: text.place,
        "nothing is called \"{\(error.name)}\" in a request that purges",
        suggestion: Suggestion.nearest(
          to: error.name,
          among: EdgePurgeText.Hole.plain.keys.sorted()
        )
      )
      return nil
    }
  }
}

extension EdgePurgeRequest {
  fileprivate init(
    _ method: String,
    _ path: EdgePurgeText,
    _ fields: [Field],
    _ body: EdgePurgeText?
  ) {
    self.init(method: method, path: path, fields: fields, body: body ?? EdgePurgeText.empty)
  }
}

extension EdgePurgeText {
  /// No text at all.
  package static let empty = EdgePurgeText()

  private init() { parts = [] }
}
