// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import HTTPServer
import HTTPValues

/// What a request is told in the end: an answer as it is, in part, or that its client has it.
struct Reply {
  private let conditions: RequestConditions
  /// The words of who stands in front.
  private let profile: EdgeProfile
  private let isTimed: Bool

  init(
    _ request: borrowing RequestView,
    from peer: Peer,
    _ site: ServedSite?,
    _ timing: TimingRule
  ) {
    profile = site?.edges.profile(for: peer) ?? .plain
    conditions = RequestConditions(request)
    isTimed = timing.isWanted(by: request, from: peer)
  }

  func answer(_ given: GivenAnswer, at now: UnixTime, _ times: PlanTimes? = nil) -> Answer {
    switch given.content {
    case .fixed(let answer): return answer
    case .content(let answer):
      guard isTimed else { return .prepared(conditions.reply(answer, at: now, for: profile)) }
      var fields = answer.fields(at: now, for: profile)
      fields.append(
        "server-timing",
        times?.serverTiming ?? "cache;desc=\"\(given.source.name)\""
      )
      return .response(Response(answer.shared.status, fields: fields), body: answer.shared.body)
    }
  }
}
