// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Edges
import HTTPServer
import HTTPValues
import Plans
import Sites

/// The answer to a request, before conditional requests and ranges are evaluated.
struct GivenAnswer {
  enum Content {
    /// An answer with a body, an instant and validators.
    case content(ContentAnswer)
    /// One that is sent as it is.
    case fixed(ReadyAnswer)
    /// One that is sent with the tags by which an edge lets it go.
    case tagged(Response, body: [UInt8], EdgeTags)
  }

  /// The step that decided.
  let step: RequestStep
  let source: GatewayCounters.Source
  /// The fit of the document to the visitor.
  let resolution: ResolutionOutcomes
  private(set) var content: Content
  /// The document that a problem is with.
  let document: String?
  /// The pass that it came along.
  let pass: PassFacts?
  /// The problem that the client is told of; `nil` for none.
  let report: ProblemReport?
  /// The document that says the problem in the site's words.
  private(set) var errorDocument: String?

  init(
    _ step: RequestStep,
    _ source: GatewayCounters.Source,
    _ content: Content,
    document: String? = nil,
    pass: PassFacts? = nil,
    resolution: ResolutionOutcomes = ResolutionOutcomes(),
    _ report: ProblemReport? = nil
  ) {
    self.step = step
    self.source = source
    self.content = content
    self.document = document
    self.pass = pass
    self.resolution = resolution
    self.report = report
  }

  /// The status and the fields of an answer that is no document; a prepared one keeps its fields to
  /// itself.
  var problem: (status: Status, fields: Fields)? {
    guard source == .problem || source == .limited else { return nil }
    switch content {
    case .content: return nil
    case .fixed(.prepared(let response)): return (response.status, Fields())
    case .fixed(.response(let response, body: _)): return (response.status, response.fields)
    case .tagged(let response, body: _, _): return (response.status, response.fields)
    }
  }

  /// The failure of a plan that has no answer.
  var failure: PlanFailure? { report?.failure }

  /// The document or pass that the site declares and that the request was for; empty for neither.
  var route: String {
    if case .content(let answer) = content {
      answer.shared.facts.route
    } else {
      document ?? pass?.prefix ?? ""
    }
  }

  /// The result of the cache lookup.
  var cacheResult: CacheResult {
    if source == .kept { return .hit }
    guard case .content(let answer) = content else { return .none }
    return answer.cacheResult
  }

  /// The same answer with another head and body.
  func worded(by document: String, _ response: Response, body: [UInt8]) -> GivenAnswer {
    var given = self
    given.errorDocument = document
    if case .tagged(_, _, let tags) = content {
      given.content = .tagged(response, body: body, tags)
    } else {
      given.content = .fixed(.response(response, body: body))
    }
    return given
  }

  /// Whether it is the site's own, and no service's that was passed on, nor one that the site's rules
  /// made already.
  var isOwn: Bool { source != .kept && source != .settings }

  /// Whether it is a document's, which has what every answer of the site has.
  var isDocument: Bool { if case .content = content { true } else { false } }

  static func problem(_ refusal: Refusal, at step: RequestStep) -> GivenAnswer {
    GivenAnswer(step, .problem, .fixed(.prepared(refusal.response)), refusal.report)
  }
}
