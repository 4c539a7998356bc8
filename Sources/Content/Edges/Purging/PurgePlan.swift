// SPDX-License-Identifier: Apache-2.0

package import Plans

/// What is to be sent to an edge, and where the purge is proved.
package struct PurgePlan: Sendable, Equatable {
  package let addresses: [BackendDeclaration.Address]
  /// What every address gets, one behind the other.
  package let requests: [PurgeRequest]
  package let note: String?
  /// Where the public asks, if purges of the edge can be proved there.
  package let probe: BackendDeclaration.Address?

  /// - Parameter base: what stands before the public paths of the site, where the edge says nothing.
  package init(
    _ target: PurgeTarget,
    isSoft: Bool,
    at edge: EdgeSettings,
    base: BackendDeclaration.Address?,
    environment: [String: String]
  ) throws(PurgeRefusal) {
    guard let purge = edge.purge else {
      throw PurgeRefusal(message: "nothing says how it is purged")
    }
    var secrets: [String: String] = [:]
    for (part, variable) in purge.secrets.sorted(by: { $0.key < $1.key }) {
      guard let value = environment[variable], !value.isEmpty else {
        throw PurgeRefusal(message: "the environment has no \(variable)")
      }
      secrets[part] = value
    }
    let words = PurgeWords(
      target: target,
      isSoft: isSoft,
      subject: purge.subject,
      secrets: secrets,
      base: purge.probe ?? base
    )
    let outline = try PurgePlan.outline(edge.kind, purge, words)
    addresses = purge.addresses
    requests = outline.requests
    // What nginx sends has neither an age nor the date of when it was made.
    probe = edge.kind == .nginx ? nil : purge.probe
    let unproved = edge.kind == .nginx && purge.probe != nil
    let notes = [outline.note, unproved ? "nginx sends no Age, so nothing is proved" : nil]
    note = notes.contains { $0 != nil } ? notes.compactMap(\.self).joined(separator: "; ") : nil
  }

  private static func outline(
    _ kind: EdgeKind,
    _ purge: EdgePurge,
    _ words: PurgeWords
  ) throws(PurgeRefusal) -> PurgeOutline {
    switch kind {
    case .plain: try OwnPurge.outline(purge.requests, words)
    case .varnish: VarnishPurge.outline(words)
    case .nginx: NginxPurge.outline(words)
    case .fastly: try FastlyPurge.outline(words)
    case .cloudflare: try CloudflarePurge.outline(words)
    case .cloudfront: CloudFrontPurge.outline(words)
    case .akamai: try AkamaiPurge.outline(words)
    }
  }
}
