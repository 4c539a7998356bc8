// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// Reads which hosts a site answers for.
enum HostReader {
  /// As many as one site may have.
  static let maximumHosts = 1_000

  static func hosts(_ site: inout MemberReader, _ findings: inout Findings) -> [SiteHost] {
    guard let value = site.value("hosts"), let names = site.strings("hosts", &findings) else {
      return []
    }
    if names.isEmpty || names.count > maximumHosts {
      findings.error(
        .badValue,
        at: site.place(of: value),
        "\"hosts\" has \(names.count) hosts; expected 1 to \(maximumHosts), or no \"hosts\" where "
          + "the site answers for all"
      )
    }
    var known: [HostPattern: SiteHost] = [:]
    return names.compactMap { name in
      guard let pattern = HostPattern(name.name) else {
        refuse(name, &findings)
        return nil
      }
      let host = SiteHost(pattern, at: name.place)
      guard let first = known.updateValue(host, forKey: pattern) else { return host }
      findings.error(
        .badValue,
        at: name.place,
        "the host \"\(pattern)\" stands twice",
        parties: [Finding.Party(first.place, "the first one")]
      )
      return nil
    }
  }

  private static func refuse(_ name: PlacedName, _ findings: inout Findings) {
    let isForeign = !name.name.utf8.allSatisfy { $0 < 0x80 }
    let suggestion = isForeign ? nil : suggestion(for: name.name)
    let expected =
      isForeign
      ? "; expected its IDNA form, which begins with xn--"
      : "; expected one such as shop.example.com, *.example.com or localhost:8081"
    findings.error(
      .badValue,
      at: name.place,
      "\"\(name.name)\" is no host" + (suggestion == nil ? expected : ""),
      suggestion: suggestion
    )
  }

  /// The host in what is more than one, or nearly one.
  private static func suggestion(for text: String) -> String? {
    var host = text[...]
    if let scheme = host.firstRange(of: "://") { host = host[scheme.upperBound...] }
    host = host.prefix { !"/?#".contains($0) }
    if let user = host.lastIndex(of: "@") { host = host[host.index(after: user)...] }
    host = host.drop { $0 == " " }
    while host.hasSuffix(" ") { host = host.dropLast() }
    let bare = host.drop { "*.".contains($0) }
    let candidates = [String(host), "*.\(bare)", "[\(host)]"]
    return candidates.lazy.compactMap { HostPattern($0)?.description }.first
  }
}
