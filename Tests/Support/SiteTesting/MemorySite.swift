// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import ContentResolution
package import DataFiles
package import Edges
package import Editions
package import Files
package import Sites
import Synchronization

/// A site in memory, made of a few languages, countries and whatever a test adds.
package final class MemorySite: SiteSource {
  private let contents: Mutex<[String: String]>
  private let reads = Mutex(0)

  package static let settings = """
    {
      languages: { published: ["en", "fr", "fr-CA", "de"], source: "en", default: "en" },
      regions: { dach: ["DE", "AT", "CH"] },
      apps: { "com.example.shop": { versions: ["1.0", "2.0", "3.1"] } },
      experiments: { checkout: { arms: { a: 1, b: 1 } } },
      roots: ["*"],
    }
    """

  /// Documents by their paths, files by theirs where there is a dot in it.
  package init(_ files: [String: String], settings: String = settings) {
    var contents = [
      "Content/site.json5": settings,
      "Content/config.json5": "{ datatype: \"config\", body: {} }",
    ]
    for (path, text) in files {
      contents[path.contains(".") ? path : "Content/\(path).json5"] = text
    }
    self.contents = Mutex(contents)
  }

  package var readCount: Int { reads.withLock { $0 } }

  package func write(_ text: String?, to path: String) {
    contents.withLock { $0[path] = text }
  }

  package func files() throws(SourceFault) -> [FileEntry] {
    contents.withLock { contents in
      contents.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { path, text in
        var hasher = Hasher()
        hasher.combine(text)
        let stamp = FileEntry.Stamp(
          inode: 1,
          size: Int64(text.utf8.count),
          changed: Int64(hasher.finalize())
        )
        return FileEntry(path: path, size: text.utf8.count, stamp: stamp)
      }
    }
  }

  package func read(_ path: String, limit: Int) throws(SourceFault) -> [UInt8] {
    reads.withLock { $0 += 1 }
    guard let text = contents.withLock({ $0[path] }) else {
      throw SourceFault(path: path, reason: "gone")
    }
    guard text.utf8.count <= limit else { throw SourceFault(path: path, reason: "too large") }
    return Array(text.utf8)
  }
}

/// A seal that anybody could work out.
package struct PlainSeal: TokenSeal {
  package init() {}

  package func seal(of text: Span<UInt8>) -> SealBytes {
    var seal = SealBytes(repeating: 7)
    for index in text.indices { seal[index % 10] = seal[index % 10] &* 31 &+ text[index] }
    return seal
  }
}

extension MemorySite {
  /// The edge that a site's file declares as `cdn`.
  package static func edge(_ text: String) throws(MissingEdge) -> EdgeSettings {
    let settings = settings.replacing("roots", with: "edges: { cdn: \(text) }, roots")
    let compilation = MemorySite([:], settings: settings).compiled()
    guard let edge = compilation.edition?.site.edges.first else {
      throw MissingEdge(description: "\(compilation.findings)")
    }
    return edge
  }

  package struct MissingEdge: Error, CustomStringConvertible { package let description: String }
}

extension MemorySite {
  package func compiled(_ shape: SiteShape = .common) -> Compilation {
    var compiler = SiteCompiler(self, shape)
    return compiler.compile()
  }

  /// The findings of the check, each as its rule, file and line.
  package func findings() -> [String] {
    compiled().findings.map { "\($0.rule) \($0.place.file):\($0.place.position.line)" }
  }
}

extension Edition {
  /// The answer that a token gets for a document, as JSON; `nil` if there is no such token or
  /// document.
  package func answer(_ path: String, for token: String, at seconds: Int64 = 0) -> String? {
    let reader = TokenReader(words, seal: PlainSeal())
    let bytes = Array(token.utf8)
    guard let read = token.isEmpty ? AudienceToken(Audience()) : reader.token(bytes.span) else {
      return nil
    }
    return answer(path, for: read, at: seconds)
  }

  /// The answer that an installation gets for a document, as JSON.
  package func answer(_ path: String, forInstallation installation: String) -> String? {
    var claims = VisitorClaims()
    claims.field.installation = installation
    return answer(path, for: AudienceToken(words.audience(of: Visitor(claims))), at: 0)
  }

  private func answer(_ path: String, for token: AudienceToken, at seconds: Int64) -> String? {
    guard let number = number(of: path) else { return nil }
    let links = LinkWriter(seal: PlainSeal())
    let resolved = resolve(number, for: token, at: UnixTime(seconds: seconds), links: links)
    switch resolved.outcome {
    case .unavailableHere: return "unavailable here"
    case .unavailableLanguage: return "unavailable language"
    case .unreadable(let error): return "unreadable: \(error)"
    case .body(let dictionary):
      var text: [UInt8] = []
      try? JSONWriter().write(DataValue(.dictionary(dictionary)), to: &text)
      return String(decoding: text, as: UTF8.self)
    }
  }
}

extension EditionKeeper {
  /// Keeps each edition before publishing it is over.
  package static func atOnce(
    _ history: EditionHistory,
    report: @escaping @Sendable (Finding) -> Void = { _ in }
  ) -> EditionKeeper {
    EditionKeeper(
      history,
      perform: { work in
        work()
        return true
      },
      report: report
    )
  }
}
