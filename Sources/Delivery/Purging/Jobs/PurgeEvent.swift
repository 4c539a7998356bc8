// SPDX-License-Identifier: Apache-2.0

package import Edges
package import Plans

/// Names one thing that a job waits for.
package struct PurgeTicket: Sendable, Hashable {
  package let job: String
  /// The edge, by its place among the job's.
  package let leg: Int
  /// How often everything has been sent before: what belongs to an earlier time counts no more.
  package let round: Int
  package let step: Step

  package enum Step: Sendable, Hashable {
    /// The next request to an address, by its place among the edge's.
    case request(address: Int)
    /// The next public URL.
    case probe
  }
}

/// What came of a request.
package enum PurgeReply: Sendable, Equatable {
  /// An answer, with the seconds that it asks us to wait, and the beginning of its text.
  case status(Int, retryAfter: Int64? = nil, text: String = "")
  /// None, and why.
  case failure(String)
}

/// What a look at a public URL tells.
package enum ProbeVerdict: Sendable, Equatable {
  /// The answer was made after the purge.
  case renewed
  /// The answer is older than the purge: somebody stored it again behind our back.
  case outdated
  /// Something stale is served while the new answer is made; or nothing could be seen.
  case undecided(String)
}

/// What happens to purges.
package enum PurgeEvent: Sendable {
  /// A job, new or from before a restart, with what is to be sent to each edge that is not over.
  case submitted(PurgeJob, [PurgeWay])
  case replied(PurgeTicket, PurgeReply)
  case probed(PurgeTicket, ProbeVerdict)
  /// A pause is over.
  case due(PurgeTicket)
}

/// What is to be sent to an edge, or why nothing can be.
package enum PurgeWay: Sendable {
  case plan(PurgePlan)
  case refused(String)
  /// It is over already.
  case nothing
}

/// What is to be done about an event.
package enum PurgeAction: Sendable, Equatable {
  /// Send this under a name that no other request has, but for those that repeat it.
  case send(PurgeTicket, PurgeRequest, to: BackendDeclaration.Address, as: String)
  /// Ask for a path, and see whether the answer was made in this second or later.
  case probe(PurgeTicket, path: String, at: BackendDeclaration.Address, since: Int64)
  case pause(PurgeTicket, Duration)
  /// Keep this for after a restart.
  case keep(PurgeJob)
  /// One request is over; for counting.
  case attempted(EdgeKind, isDone: Bool)
  /// An edge is over; for counting.
  case ended(PurgeLeg)
  /// The job is over at every edge.
  case finished(PurgeJob)
}
