// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import HTTPServer
import HTTPValues

/// Sends the whole answer, a part of it, or 304.
struct DeliverStep {
  /// Profile of the edge in front.
  private var profile: EdgeProfile
  private let timing: TimingRule
  private let policies: SitePolicies?

  /// - Parameter isComplete: false for a node that may lack purges of others.
  init(from peer: Peer, _ site: ServedSite?, _ timing: TimingRule, isComplete: Bool) {
    profile = site?.draft == nil ? site?.edges.profile(for: peer) ?? .plain : .plain
    profile.isBrief = !isComplete
    self.timing = timing
    policies = site?.policies
  }

  func answer(
    _ given: GivenAnswer,
    to request: borrowing RequestView,
    from peer: Peer,
    at now: UnixTime,
    _ times: CallTimes? = nil
  ) -> ReadyAnswer {
    let answer = plainAnswer(given, to: request, from: peer, at: now, times)
    guard let policies, given.isOwn else { return answer }
    return policies.finish(answer, isProblem: !given.isDocument, to: request)
  }

  private func plainAnswer(
    _ given: GivenAnswer,
    to request: borrowing RequestView,
    from peer: Peer,
    at now: UnixTime,
    _ times: CallTimes?
  ) -> ReadyAnswer {
    switch given.content {
    case .fixed(let answer): return answer
    case .tagged(var response, let body, let tags):
      profile.write(tags, to: &response.fields)
      tags.writeGroups(to: &response.fields)
      return .response(response, body: body)
    case .content(let answer):
      guard timing.isWanted(by: request, from: peer) else {
        return RequestConditions.reply(to: request, answer, at: now, for: profile)
      }
      let told = times?.serverTiming ?? "\(given.step.name);desc=\"\(given.source.name)\""
      return answer.plain(at: now, for: profile, adding: ["server-timing": told])
    }
  }
}
