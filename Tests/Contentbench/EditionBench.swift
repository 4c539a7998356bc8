// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import Sites

/// What compiling and resolving cost.
enum EditionBench {
  static func run(withMillion: Bool) throws {
    try small()
    if withMillion { try large(1_000_000) }
  }

  private static func small() throws {
    let site = GeneratedSite(10_000)
    var compiler = SiteCompiler(site, .common)
    let first = seconds("compiling 10,000 documents:") { compiler.compile() }
    site.change(5_000)
    let second = seconds("one of them changed:") { compiler.compile() }
    guard first.edition != nil, second.edition != nil else {
      throw BenchFailure(findings: first.findings)
    }
  }

  private static func large(_ count: Int) throws {
    let site = GeneratedSite(count)
    var compiler = SiteCompiler(site, .common)
    let compilation = seconds("compiling \(count) documents:") { compiler.compile() }
    guard let edition = compilation.edition else {
      throw BenchFailure(findings: compilation.findings)
    }
    let paths = Paths(count: 100_000, of: count)
    let visitors = ["DE", "US", "JP", "SE"].map { country in
      var claims = VisitorClaims()
      claims.field.country = country
      claims.field.device = "phone"
      claims.field.version = "3.2"
      claims.field.languages = "en"
      return Visitor(claims)
    }
    let now = UnixTime(seconds: 1_800_000_000)
    nanoseconds("resolving for a parsed visitor:", rounds: 100_000) { round in
      let search = edition.resolver.documents.begin(paths[round])
      let audience = edition.audience(of: visitors[round & 3])
      return EditionBench.resolve(edition, paths[round], search, audience, now)
    }
    let reader = TokenReader(edition.words, seal: SiteSeal(secret: []))
    let tokens = ["en.de.phone.3", "en.us", "en.jp.tablet.2", "en.tv.5"].map { Array($0.utf8) }
    let known = KnownTokens(reader)
    nanoseconds("resolving for a token:", rounds: 100_000) { round in
      let bytes = tokens[round & 3]
      let search = edition.resolver.documents.begin(paths[round])
      guard let token = known.token(bytes.span) else { return 0 }
      return EditionBench.resolve(edition, paths[round], search, token.audience, now)
    }
    nanoseconds("reading a known token alone:", rounds: 100_000) { round in
      let bytes = tokens[round & 3]
      return known.token(bytes.span)?.audience.languages.count ?? 0
    }
    nanoseconds("reading an unknown token alone:", rounds: 100_000) { round in
      let bytes = tokens[round & 3]
      return reader.token(bytes.span)?.audience.languages.count ?? 0
    }
    nanoseconds("finding a document alone:", rounds: 100_000) { round in
      Int(edition.resolver.documents.find(paths[round])?.profile ?? 0)
    }
    let found = (0..<100_000).compactMap { edition.resolver.documents.find(paths[$0]) }
    let audience = edition.audience(of: visitors[0])
    nanoseconds("resolving a document that was found:", rounds: found.count) { round in
      EditionBench.variant(edition.resolver.resolve(found[round], for: audience, at: now))
    }
  }

  private static func resolve(
    _ edition: Edition,
    _ path: Span<UInt8>,
    _ search: DocumentIndex.Search,
    _ audience: Audience,
    _ now: UnixTime
  ) -> Int {
    guard let found = edition.resolver.documents.find(path, search) else { return 0 }
    return variant(edition.resolver.resolve(found, for: audience, at: now))
  }

  private static func variant(_ resolution: Resolution) -> Int {
    guard case .body(let key) = resolution else { return 0 }
    return key.variant
  }
}

/// Paths of a generated site here and there, side by side in memory as a request's path is when it
/// is asked for.
private struct Paths {
  private static let stride = 32
  private var bytes: [UInt8] = []
  private let length: Int

  init(count: Int, of documents: Int) {
    var length = 0
    for round in 0..<count {
      let number = Int((UInt64(round) &* 0x9E37_79B9_7F4A_7C15 >> 40) % UInt64(documents))
      let path = GeneratedSite.path(number).dropFirst("Content/".count).dropLast(".json5".count)
      length = path.utf8.count
      bytes += path.utf8 + Array(repeating: 0, count: Paths.stride - length)
    }
    self.length = length
  }

  subscript(round: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting(round * Paths.stride..<round * Paths.stride + length) }
  }
}

/// The generated site was not as it should be.
struct BenchFailure: Error, CustomStringConvertible {
  let findings: [Finding]

  var description: String { findings.prefix(5).map { "\($0)" }.joined(separator: "\n") }
}
