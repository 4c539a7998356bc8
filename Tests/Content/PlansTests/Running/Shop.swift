// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPValues
import JSONValues
import Plans
import SiteTesting
import Sites
import Testing

/// A site with one planned document, and services that answer from a table.
final class Shop {
  /// What a service says: JSON, or a reason for saying nothing.
  enum Says {
    case json(String)
    case stale(String)
    case fails(String)
    /// Nothing, until `answer` says what.
    case waits
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
  private let answers: [String: Says]
  private var asked: [String] = []
  /// Who waits for what.
  private var waiting: [String: CallRequest] = [:]
  /// What was given up, in the order of the alphabet.
  private(set) var cancelled: [String] = []
  /// What is there already.
  private var there: Set<String> = []
  private var then: ((PlanOutcome) -> Void)?

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
  var calls: [String] { asked.sorted() }

  /// Runs the plan; known targets are answered from what is there already.
  func compose(
    _ route: [String: String] = ["id": "7"],
    query: [String: String] = [:],
    facts: [VisitorFact: String] = [:],
    view: BodyView = .heavy,
    known: Set<String> = []
  ) throws -> PlanOutcome {
    var composition: PlanOutcome?
    try begin(route, query: query, facts: facts, view: view, known: known) { composition = $0 }
    return try #require(composition)
  }

  /// Begins a run, which goes on with what `answer` says.
  func begin(
    _ route: [String: String] = ["id": "7"],
    query: [String: String] = [:],
    facts: [VisitorFact: String] = [:],
    view: BodyView = .heavy,
    known: Set<String> = [],
    then: @escaping (PlanOutcome) -> Void
  ) throws {
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
    let inputs = PlanInputs()
    inputs.route = NamedValues(route)
    inputs.query = query
    for (fact, value) in facts { inputs.facts[fact] = value }
    inputs.language = resolved.language ?? .undetermined
    there = known
    self.then = then
    PlanRun(plan, reader.template(body), inputs, from: self).begin()
  }

  /// What a service says that was waited for.
  func answer(_ target: String, _ says: Says) throws {
    guard let request = waiting.removeValue(forKey: target) else { throw NobodyWaits() }
    request.end(outcome(target, says))
  }

  private func outcome(_ target: String, _ says: Says?) -> CallOutcome {
    switch says {
    case .json(let json):
      fragment(target, json).map { .fragment($0) }
        ?? .failure(CallFailure(ShopFailure(label: "json"), .shared))
    case .stale(let json):
      fragment(target, json).map { .stale($0) }
        ?? .failure(CallFailure(ShopFailure(label: "json"), .shared))
    case .fails(let reason): .failure(CallFailure(ShopFailure(label: reason), .shared))
    case .waits, nil: .failure(CallFailure(ShopFailure(label: "not-found"), .shared))
    }
  }

  private func fragment(_ target: String, _ json: String) -> Fragment? {
    let tags = ["from\(target.prefix { $0 != "?" })"]
    return (try? JSONDocument(Array(json.utf8))).map {
      Fragment(
        $0,
        Freshness(
          since: UnixTime(seconds: 1),
          expire: UnixTime(seconds: Int64(target.utf8.count))
        ),
        tags: tags
      )
    }
  }

  struct NoBody: Error {}
  struct NobodyWaits: Error {}
}

extension Shop: PlanSource {
  /// A call that a service has not answered.
  private final class Waiting: UnderWay {
    private let shop: Shop
    private let target: String

    init(_ target: String, _ shop: Shop) {
      self.shop = shop
      self.target = target
    }

    func cancel() {
      if shop.waiting.removeValue(forKey: target) != nil { shop.cancelled.append(target) }
      shop.cancelled.sort()
    }
  }

  func mayLead(to url: String) -> Bool { true }

  func ended(_ outcome: PlanOutcome) { then.take()?(outcome) }

  func fetch(_ request: CallRequest) -> (any UnderWay)? {
    if there.contains(request.target) {
      request.end(outcome(request.target, answers[request.target]))
      return nil
    }
    asked.append(request.target)
    if case .waits = answers[request.target] {
      waiting[request.target] = request
      return Waiting(request.target, self)
    }
    request.end(outcome(request.target, answers[request.target]))
    return nil
  }

  func pageURL(at offset: Int) -> String { "?offset=\(offset)" }

  func address(_ url: String, carrying values: [String: String], to target: FlowTarget) -> String {
    url
  }

  func embed(
    _ request: EmbedRequest,
    then: @escaping (EmbeddedBody) -> Void
  ) -> (any UnderWay)? {
    then(.failure(.shared))
    return nil
  }
}

extension PlanOutcome {
  /// The whole body as JSON; what failed where there is none.
  var text: String {
    switch self {
    case .body(let body): "{\(String(decoding: body.bytes, as: UTF8.self))}"
    case .failure(let call, let failure): "\(call): \(failure.reason)"
    case .absent(let call, let absence): "\(call): \(absence.reason)"
    }
  }

  var body: ComposedBody? { if case .body(let body) = self { body } else { nil } }
}

/// A failure of a service of the shop.
private struct ShopFailure: Failure {
  let label: String
  var origin: FailureOrigin { .server }
  var retry: FailureRetry { .never }
  var seen: String { label }
  var expected: String { "an answer" }
  var status: Status? { .badGateway }
  var proxyStatus: StaticString { "destination_unavailable" }
  var description: String { label }
}
