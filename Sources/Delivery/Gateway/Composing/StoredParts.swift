// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import Plans
import Sites

/// The cache entry of one answer of a service that a plan needs.
package struct StoredPart: Sendable {
  /// The name of the call, behind the path of the embedded document that makes it.
  package let name: String
  package let backend: String
  /// The path and query of the request to the service; `nil` if they follow from an answer that is
  /// not stored.
  package let target: String?
  package let state: EntryState
  package var tags: [String] = []
}

/// Runs a plan with stored answers only, to find its parts. It asks no service, and changes
/// nothing.
final class StoredParts {
  private let request: AnswerRequest
  private let prepared: DocumentTemplate
  private let builder: AnswerBuilder
  private let composer: Composer
  private let outer: StoredParts?
  private var parts: [StoredPart] = []

  /// - Parameter outer: the parts of the document that embeds this one.
  private init(
    _ request: AnswerRequest,
    _ prepared: DocumentTemplate,
    _ builder: AnswerBuilder,
    by composer: Composer,
    in outer: StoredParts? = nil
  ) {
    self.request = request
    self.prepared = prepared
    self.builder = builder
    self.composer = composer
    self.outer = outer
  }

  /// Returns the parts of an answer; none if a document has no body for the audience.
  static func find(
    for request: AnswerRequest,
    _ builder: AnswerBuilder,
    by composer: Composer
  ) -> [StoredPart] {
    composer.prepared(request, builder).map {
      StoredParts(request, $0, builder, by: composer).find()
    } ?? []
  }

  private func find() -> [StoredPart] {
    let plan = request.document.plan
    let inputs = request.inputs(prepared.resolved, builder.edition)
    let needed = plan.closure(of: prepared.template.needed(for: inputs.list))
    let run = PlanRun(plan, prepared.template, inputs, from: self)
    run.begin()
    run.cancel()
    let seen = Set(parts.map(\.name))
    for call in needed.sorted() where !seen.contains(name(of: plan.calls[call].name)) {
      parts.append(
        StoredPart(
          name: name(of: plan.calls[call].name),
          backend: plan.calls[call].backend,
          target: nil,
          state: .notKept("Whether it is kept depends on a part that is not there.")
        )
      )
    }
    return parts
  }

  private func name(of call: String) -> String {
    outer == nil ? call : "\(request.target.path): \(call)"
  }

  private var purgePaths: [[UInt8]] { (outer?.purgePaths ?? []) + request.purgePaths }

  private var fragments: FragmentSource { composer.fragments }
}

extension StoredParts: PlanSource {
  func ended(_ outcome: PlanOutcome) {}

  func mayLead(to url: String) -> Bool { true }

  /// Ends a request whose answer is stored. Any other one never ends, so that the calls that do not
  /// depend on it are found all the same.
  func fetch(_ request: CallRequest) -> (any UnderWay)? {
    let key = fragments.key(of: request, self.request.rolloutTags)
    var (entry, state) = fragments.store.state(of: key, at: fragments.now)
    if let found = entry, fragments.store.isPurged(found, partOf: purgePaths) {
      (entry, state) = (nil, .notKept("It is older than a purge of the path."))
    }
    let service = fragments.services.service(
      named: request.backend,
      ofCandidate: builder.links.isOfRollout
    )
    if entry == nil, service?.seesCredentials ?? false {
      state = .notKept("Its service sees who asks, so that its answers are for one visitor each.")
    }
    parts.append(
      StoredPart(
        name: name(of: request.name),
        backend: request.backend,
        target: request.target,
        state: state,
        tags: entry?.tagNames ?? []
      )
    )
    switch (state.word, entry?.fragment, entry?.payload) {
    case (.fresh, let fragment?, _): request.end(.fragment(fragment))
    case (.stale, let fragment?, _), (.onError, let fragment?, _): request.end(.stale(fragment))
    case (.absent, _, let absence as Absence): request.end(.absent(absence))
    default: break
    }
    return nil
  }

  func embed(
    _ embed: EmbedRequest,
    then: @escaping (EmbeddedBody) -> Void
  ) -> (any UnderWay)? {
    if let target = ContentTarget(embed, in: builder.edition),
      !builder.publication.hides(embed.path),
      let document = builder.edition.planned(target.number)
    {
      let inner = AnswerRequest(document, target, request.key.about(target), in: request)
      if let prepared = composer.prepared(inner, builder) {
        parts += StoredParts(inner, prepared, builder, by: composer, in: self).find()
      }
    }
    // An embedded body makes no difference to which other parts there are.
    then(.failure(.shared))
    return nil
  }

  func pageURL(at offset: Int) -> String { "" }

  func address(_ url: String, carrying values: [String: String], to target: FlowTarget) -> String {
    url
  }
}
