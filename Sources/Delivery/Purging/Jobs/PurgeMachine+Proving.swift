// SPDX-License-Identifier: Apache-2.0

import Edges

// Dates have whole seconds, so an answer of the same second as the purge may be older or newer. Only answers
// of a later second count as new, and the first probe waits for that second: the answer that it brings
// into the cache is new then.

extension PurgeMachine {
  /// Handles the answers to all requests: ends the purge at the edge, or begins to prove it.
  mutating func sent(
    _ id: String,
    _ leg: Int,
    _ work: Work,
    _ time: Time,
    _ actions: inout [Action]
  ) {
    guard let job = jobs[id] else { return }
    if work.hasFailed {
      end(id, leg, .failed, time, &actions)
    } else if work.plan.probe == nil || job.provingPaths.isEmpty {
      end(id, leg, .done, time, &actions)
    } else {
      jobs[id]?.legs[leg].state = .verifying
      let ticket = Ticket(job: id, leg: leg, round: work.round, step: .probe)
      actions.append(.pause(ticket, .seconds(min(1, max(0, job.submitted + 1 - time.seconds)))))
    }
  }

  mutating func probed(
    _ ticket: Ticket,
    _ verdict: ProbeVerdict,
    _ time: Time,
    _ actions: inout [Action]
  ) {
    probeEnded()
    guard let job = jobs[ticket.job], var work = works[ticket.job]?[ticket.leg],
      work.round == ticket.round
    else { return }
    jobs[ticket.job]?.legs[ticket.leg].at = time.seconds
    work.probes += 1
    switch verdict {
    case .renewed:
      work.probe += 1
      work.probes = 0
      works[ticket.job]?[ticket.leg] = work
      guard work.probe == job.provingPaths.count else {
        queue(ticket)
        return
      }
      jobs[ticket.job]?.legs[ticket.leg].consistentAfterMilliseconds =
        (time.nanoseconds - work.began) / 1_000_000
      end(ticket.job, ticket.leg, .done, time, &actions)
    case .outdated: sendAgain(ticket, work, job, time, &actions)
    case .undecided(let why):
      works[ticket.job]?[ticket.leg] = work
      jobs[ticket.job]?.legs[ticket.leg].error = why
      if work.probes < limits.probes {
        actions.append(.pause(ticket, pause(behind: work.probes, atLeast: nil)))
      } else {
        end(ticket.job, ticket.leg, .failed, time, &actions)
      }
    }
  }

  /// Sends everything again, since a cache stored an older answer after the purge.
  private mutating func sendAgain(
    _ ticket: Ticket,
    _ work: Work,
    _ job: PurgeJob,
    _ time: Time,
    _ actions: inout [Action]
  ) {
    let path = job.provingPaths[work.probe]
    let error = "\(path) is still answered with what was made before the purge"
    guard work.round < limits.repeats else {
      end(ticket.job, ticket.leg, .failed, error: error, time, &actions)
      return
    }
    var work = work
    work.restart()
    works[ticket.job]?[ticket.leg] = work
    jobs[ticket.job]?.legs[ticket.leg].repeats = work.round
    jobs[ticket.job]?.legs[ticket.leg].error = error
    queueAll(ticket.job, ticket.leg, round: work.round, time)
  }
}
