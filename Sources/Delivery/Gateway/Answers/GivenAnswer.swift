// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Edges
import HTTPServer
import HTTPValues
import Sites

/// The answer to a request, before conditional requests and ranges are evaluated.
struct GivenAnswer {
  enum Content {
    /// An answer with a body, an instant and validators.
    case content(ContentAnswer)
    /// A response that is sent as it is.
    case fixed(ReadyAnswer)
    /// A response that is sent with the tags by which an edge purges it.
    case tagged(Response, body: [UInt8], EdgeTags)
  }

  /// The step that decided.
  let step: RequestStep
  let source: GatewayCounters.Source
  /// The fit of the document to the visitor.
  let resolution: ResolutionOutcomes
  private(set) var content: Content
  /// The document that the problem concerns.
  let document: String?
  /// The pass of the request.
  let pass: PassFacts?
  /// The problem document that the client gets; `nil` for none.
  let report: ProblemReport?
  /// The site's document for the error.
  private(set) var errorDocument: String?
  /// Whether the edition of a rollout answers, in place of the published one.
  var isOfCandidate = false

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

  /// The status and the fields of an answer that is no document; a prepared response does not tell
  /// its fields.
  var problem: (status: Status, fields: Fields)? {
    guard source == .problem || source == .limited else { return nil }
    switch content {
    case .content: return nil
    case .fixed(.prepared(let response)): return (response.status, Fields())
    case .fixed(.response(let response, body: _)): return (response.status, response.fields)
    case .tagged(let response, body: _, _): return (response.status, response.fields)
    }
  }

  /// The failure of a plan without an answer.
  var failure: PlanFailure? { report?.failure }

  /// The document or pass that the site declares and that the request was for; empty for neither.
  var route: String {
    if case .content(let answer) = content {
      answer.shared.route
    } else {
      document ?? pass?.prefix ?? ""
    }
  }

  /// The result of the cache lookup.
  var cacheResult: CacheResult {
    if source == .kept { return .hit }
    // A plan that has failed, or has found that there is no such thing, has run like any other.
    guard case .content(let answer) = content else { return failure == nil ? .none : .miss }
    return answer.cacheResult
  }

  /// The same answer with the head and body of an error document.
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

  /// Whether it is the site's own answer: not one of a service that was passed on, nor one that the
  /// site's rules have made.
  var isOwn: Bool { source != .kept && source != .settings }

  /// Whether it is the answer of a document, which has the fields of the site's policies already.
  var isDocument: Bool { if case .content = content { true } else { false } }

  static func problem(_ refusal: Refusal, at step: RequestStep) -> GivenAnswer {
    GivenAnswer(step, .problem, .fixed(.prepared(refusal.response)), refusal.report)
  }
}
