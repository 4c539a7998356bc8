// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import HTTPValues
import Sites

/// The request for a kept answer, as much of it as it takes to compose the answer anew, without its path,
/// its audience and its parameters.
///
/// It is a fraction of the `AnswerRequest` that the answer was composed for, which would take more memory
/// than a small answer itself.
struct RenewableRequest: Hashable, Sendable {
  /// The revision of the published content that the answer was composed from.
  let revision: DocumentRevision
  /// The format whose extension follows the path of the URL; `nil` for none.
  private let named: AnswerFormat?
  let format: AnswerFormat
  let codings: AnswerCodings
  let isLight: Bool
  let fields: [String]?
  /// The index of the edge in front, among the edges of the site; `nil` for none.
  private let edge: Int?
  private let edgeOfKey: Int?
  private let gate: GateOutcome
  private let isCanonical: Bool
  private let variesByFields: Bool
  private let isByAddress: Bool
  /// Whether the answer is of what is published now, not a preview nor of the candidate edition of a rollout.
  let mayBeRenewed: Bool

  init(_ request: AnswerRequest, _ links: LinkWriter) {
    let (target, key) = (request.target, request.key)
    named = target.format
    revision = request.revision
    format = key.format
    isLight = key.isLight
    fields = key.fields
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
  ///
  /// - Parameter query: the query with its question mark; empty for none.
  func url(of path: String, _ audience: String, _ query: String) -> String {
    let suffix = named.map { "\($0.suffix)" } ?? ""
    return (audience.isEmpty ? "/" : "/\(audience)/") + path + suffix + query
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
