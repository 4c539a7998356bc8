// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import HTTPValues
import Sites

/// The request for a kept answer, as much of it as it takes to compose the answer anew.
///
/// It is a fraction of the `PlannedRequest` that the answer was composed for, which would take more memory
/// than a small answer itself.
struct RenewableRequest: Sendable {
  /// The revision of the published content that the answer was composed from.
  let revision: [UInt8]
  /// The part of the URL after the path: the extension of the format, if the request had one, and the query.
  private let ending: String
  let format: AnswerFormat
  let codings: AnswerCodings
  let isLight: Bool
  let fields: [String]?
  /// A hash of the values in the path and the parameters; `nil` for none.
  let thing: UInt64?
  /// The index of the edge in front, among the edges of the site; `nil` for none.
  private let edge: Int?
  private let edgeOfKey: Int?
  private let gate: GateOutcome
  private let isCanonical: Bool
  private let variesByFields: Bool
  private let isByAddress: Bool
  /// Whether the answer is of what is published now, not a preview nor of the candidate edition of a rollout.
  let mayBeRenewed: Bool

  init(_ request: PlannedRequest, _ links: LinkWriter) {
    let (target, key) = (request.target, request.key)
    var ending = ""
    if let format = target.format { ending += "\(format.suffix)" }
    let query = target.canonicalQuery(of: request.document, links)
    if !query.pairs.isEmpty { ending += "?\(query)" }
    self.ending = ending
    revision = request.revision
    format = key.format
    isLight = key.isLight
    fields = key.fields
    let named = key.values + key.parameters.filter { !$0.isEmpty }
    thing = named.isEmpty ? nil : TrafficSketch.hash(named)
    codings = key.codings
    edge = request.edge?.number
    edgeOfKey = key.edge
    gate = key.gate
    isCanonical = key.isCanonical
    variesByFields = key.variesByFields
    isByAddress = key.isByAddress
    mayBeRenewed = key.preview == nil && !links.isOfRollout
  }

  /// The path and query of its URL.
  func url(of path: String, _ audience: String) -> String {
    (audience.isEmpty ? "/" : "/\(audience)/") + path + ending
  }

  /// The request for the document of `target`, as the site is now.
  func asked(of target: ContentTarget, _ site: ServedSite) -> ContentRequest {
    ContentRequest(
      target: target,
      visitor: Visitor(),
      format: format,
      codings: codings,
      edge: edge.flatMap { site.edges[$0] },
      isByAddress: isByAddress
    )
  }

  /// Sets the parts of the cache key that do not follow from the document.
  func complete(_ key: inout AnswerKey) {
    key.isCanonical = isCanonical
    key.variesByFields = variesByFields
    key.edge = edgeOfKey
    key.gate = gate
  }
}
