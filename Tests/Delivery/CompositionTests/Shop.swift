// SPDX-License-Identifier: Apache-2.0

import Composition
import ContentModel
import ContentResolution
import DataFiles
import Editions
import JSONValues
import Plans
import SiteTesting
import Synchronization
import Testing

/// A site with one planned document, and services that answer from a table.
final class Shop: Sendable {
  /// What a service says: JSON, or a reason for saying nothing.
  enum Says: Sendable {
    case json(String)
    case stale(String)
    case fails(String)
  }

  static let settings = """
    {
      languages: { published: ["en"], source: "en", default: "en" },
      backends: { shop: { addresses: "http://127.0.0.1:9000" } },
      roots: ["*"],
    }
    """

  let edition: Edition
  private let number: DocumentNumber
  private let asked = Mutex<[String]>([])
  private let answers: [String: Says]

  init(
    _ document: String,
    path: String = "items/{id}",
    files: [String: String] = [:],
    settings: String = Shop.settings,
    answers: [String: Says] = [:]
  ) throws {
    let files = files.merging([path: document]) { first, _ in first }
    let site = MemorySite(files, settings: settings)
    let compilation = site.compiled()
    edition = try #require(compilation.edition, "\(compilation.findings)")
    number = try #require(edition.number(of: path))
    self.answers = answers
  }

  /// What the services were asked for, in the order of the alphabet.
  var calls: [String] { asked.withLock { $0.sorted() } }

  /// Runs the plan; known targets are answered from what is there already.
  func compose(
    _ route: [String: String] = ["id": "7"],
    query: [String: String] = [:],
    facts: [VisitorFact: String] = [:],
    view: BodyView = .heavy,
    known: Set<String> = []
  ) async throws -> Composition {
    let plan = try #require(edition.planned(number)?.plan)
    let resolved = edition.resolve(
      number,
      for: AudienceToken(Audience()),
      at: UnixTime(seconds: 0),
      view: view,
      links: LinkWriter(seal: PlainSeal())
    )
    guard case .body(let body) = resolved.outcome else { throw NoBody() }
    var reader = TemplateReader(plan, texts: resolved.texts)
    var inputs = PlanInputs()
    inputs.route = route
    inputs.query = query
    inputs.facts = facts
    inputs.language = resolved.language ?? .undetermined
    let run = PlanRun(plan, reader.template(body), inputs)
    return await run.run(
      known: { known.contains($0.target) ? fragment($0.target) : nil },
      fetch: { [self] request in
        asked.withLock { $0.append(request.target) }
        switch answers[request.target] {
        case .json:
          return fragment(request.target).map { .fragment($0) } ?? .failure(reason: "json")
        case .stale: return fragment(request.target).map { .stale($0) } ?? .failure(reason: "json")
        case .fails(let reason): return .failure(reason: reason)
        case nil: return .failure(reason: "not-found")
        }
      },
      embed: { _ in .failure }
    )
  }

  private func fragment(_ target: String) -> Fragment? {
    let text: String
    switch answers[target] {
    case .json(let json), .stale(let json): text = json
    default: return nil
    }
    let tags = ["from\(target.prefix { $0 != "?" })"]
    return (try? JSONDocument(Array(text.utf8))).map {
      Fragment($0, expire: UnixTime(seconds: Int64(target.utf8.count)), tags: tags)
    }
  }

  struct NoBody: Error {}
}

extension Composition {
  /// The whole body as JSON; what failed where there is none.
  var text: String {
    switch self {
    case .body(let body): "{\(String(decoding: body.bytes, as: UTF8.self))}"
    case .failure(let call, let reason): "\(call): \(reason)"
    case .absent(let call, let absence): "\(call): \(absence.reason)"
    }
  }

  var body: ComposedBody? { if case .body(let body) = self { body } else { nil } }
}
