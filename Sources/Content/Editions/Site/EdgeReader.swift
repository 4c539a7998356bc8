// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

/// Reads what a site says of a CDN in front of it.
enum EdgeReader {
  static let maximumFieldBytes = 64

  /// - Parameter hasBase: whether the site says what stands before public paths.
  static func edge(
    _ member: DataDictionary.Member,
    in file: String,
    hasBase: Bool,
    _ findings: inout Findings
  ) -> EdgeSettings? {
    let subject = "the edge \"\(member.key)\""
    guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
      return nil
    }
    var edge = EdgeSettings(name: member.key)
    if members.value("purge") == nil { _ = members.required("peers", &findings) }
    for peer in members.strings("peers", &findings) ?? [] {
      guard isNetwork(peer.name) else {
        findings.error(
          .badValue,
          at: peer.place,
          "\"\(peer.name)\" is no network; expected an address or one with the length of its "
            + "prefix, such as 10.0.0.0/8"
        )
        continue
      }
      edge.peers.append(peer.name)
    }
    readKind(&edge, &members, &findings)
    edge.countryField = field("country", &members, &findings)
    edge.deviceField = field("device", &members, &findings)
    if let client = field("client", &members, &findings) { edge.clientField = client }
    let purge = "the purge of \(subject), of kind \(edge.kind.rawValue),"
    if let reader = members.reader("purge", of: purge, &findings) {
      edge.purge = EdgePurgeReader.purge(edge, hasBase: hasBase, reader, &findings)
    }
    members.refuseOthers(&findings)
    return edge
  }

  private static func readKind(
    _ edge: inout EdgeSettings,
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) {
    edge.tagField = field("tagField", &members, &findings)
    guard let name = members.name("kind", &findings) else { return }
    if let kind = EdgeKind(rawValue: name.name) {
      edge.kind = kind
      return
    }
    let kinds = EdgeKind.allCases.map(\.rawValue)
    let suggestion = Suggestion.nearest(to: name.name, among: kinds)
    findings.error(
      .badValue,
      at: name.place,
      "\"\(name.name)\" is no kind of edge"
        + (suggestion == nil ? "; expected one of \(kinds.joined(separator: ", "))" : ""),
      suggestion: suggestion
    )
  }

  private static func field(
    _ key: String,
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> String? {
    guard let name = members.name(key, &findings) else { return nil }
    let isToken = name.name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-_".utf8.contains($0) }
    if isToken, !name.name.isEmpty, name.name.utf8.count <= maximumFieldBytes { return name.name }
    findings.error(
      .badValue,
      at: name.place,
      "\"\(name.name)\" is no name of a field; expected one such as CloudFront-Viewer-Country"
    )
    return nil
  }

  /// Whether a text has the form of a network; the wire knows the rest.
  private static func isNetwork(_ text: String) -> Bool {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let isAddress =
      parts[0].utf8.allSatisfy { byte in
        ASCII.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
          || (0x61...0x66).contains(byte | 0x20)
      } && parts[0].utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
    guard parts.count == 2 else { return isAddress }
    return isAddress && (0...128).contains(Int(parts[1]) ?? -1)
  }
}
