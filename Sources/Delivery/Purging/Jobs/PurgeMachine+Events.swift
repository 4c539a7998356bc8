// SPDX-License-Identifier: Apache-2.0

package import Edges
package import HTTPValues

extension PurgeMachine {
  /// Identifies one pending step of a job.
  package struct Ticket: Sendable, Hashable {
    package let job: String
    /// The index of the edge in the job.
    package let leg: Int
    /// Number of times that everything has been sent before; replies to an earlier round are ignored.
    package let round: Int
    package let step: Step

    package enum Step: Sendable, Hashable {
      /// The next request to an address, by its index in the plan.
      case request(address: Int)
      /// The probe of the next public URL.
      case probe
    }
  }

  /// The result of a request.
  package enum Reply: Sendable, Equatable {
    /// The status of the answer, its Retry-After in seconds, and the beginning of its body.
    case status(Int, retryAfter: Int64? = nil, text: String = "")
    /// No answer, with the reason.
    case failure(String)
  }

  /// An event that the machine handles.
  package enum Event: Sendable {
    /// A job, new or from before a restart, with what to send to each edge.
    case submitted(PurgeJob, [Decision])
    case replied(Ticket, Reply)
    case probed(Ticket, ProbeVerdict)
    /// A pause is over.
    case due(Ticket)
  }

  /// The requests to send to an edge.
  package enum Decision: Sendable {
    case plan(PurgePlan)
    case refused(String)
    /// No action, since the purge is over at this edge.
    case nothing
  }

  /// An effect that the machine asks for.
  package enum Action: Sendable, Equatable {
    /// Send a request under a unique name; a repetition has the same name.
    case send(Ticket, PurgeRequest, to: Origin, as: String)
    /// Ask for a path, and find whether the answer was made in this second or later.
    case probe(Ticket, path: String, at: Origin, since: Int64)
    case pause(Ticket, Duration)
    /// Tell operators that purges at an edge purge more than was asked for.
    case widened(edge: String, note: String)
    /// Write the state of the job to the journal.
    case keep(PurgeJob)
    /// Count a finished request.
    case attempted(PurgeJob.Leg, isDone: Bool)
    /// Count a purge that is over at an edge.
    case ended(PurgeJob.Leg)
    /// The job is over at every edge.
    case finished(PurgeJob)
  }
}

/// The result of a probe of a public URL.
package enum ProbeVerdict: Sendable, Equatable {
  /// The answer was made after the purge.
  case renewed
  /// The answer is older than the purge: a cache stored it again after the purge.
  case outdated
  /// The answer is stale while a new one is made, or there was none; with the reason.
  case undecided(String)
}
