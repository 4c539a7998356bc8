// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Fleet
import Reactor

extension FleetSimulation {
  /// Does what a node asks for.
  func perform(_ action: FleetAction, of node: SimulatedNode) {
    let (number, process) = (node.number, node.process)
    switch action {
    case .beat(let beat): ask(.beat(beat), node)
    case .read(let from, let limit): ask(.read(from: from, limit: limit), node)
    case .append(let entries): ask(.append(entries), node)
    case .send(let message, let id):
      let target = Int(id.number) - 1
      guard nodes.indices.contains(target), reaches(number, target),
        !chance(weather.lostMessages)
      else { return }
      let delay = between(200_000, 2_500_000)
      queue.push(.message(message, from: number, to: target), at: now + delay)
      // Some messages come twice.
      if chance(10) {
        queue.push(.message(message, from: number, to: target), at: now + delay * 3)
      }
    case .keep(let entries):
      // The disk takes one after the other.
      node.written = max(node.written + 1, now + milliseconds(1, 4))
      queue.push(.written(number, process: process, entries), at: node.written)
    case .keepPeers(let peers): node.peers = peers
    case .load(let edition):
      note("load", number, edition.name)
      if node.refused.contains(edition.name) {
        checks.fail("node \(number) is offered an edition again that it refused")
      }
      queue.push(.load(number, process: process, edition), at: now + milliseconds(20, 400))
    case .activate(let entry, let withdrawal):
      if fault == .stepsIgnored, number == 0, entry.isStep { return }
      note("activate", number, "\(entry.id)")
      activated(entry, withdrawal, by: node)
    case .apply(let entry):
      note("apply", number, "\(entry.id)")
      if entry.isClosing { node.closing = entry }
      checks.applied(entry, by: node, at: now)
    case .beginEdges(let fence, let jobs):
      note("lease", number, "\(fence.number)")
      node.fence = fence
      checkHolders()
      for job in jobs { beginEdge(job, node) }
    case .purgeEdges(let entry): beginEdge(entry, node)
    case .endEdges:
      note("lease ends", number)
      if fault != .leaseKept { node.fence = nil }
    case .share, .tidy, .counted: break
    case .tell(let report): told(report, by: node)
    }
  }

  private func beginEdge(_ entry: FleetEntry, _ node: SimulatedNode) {
    note("edges begin", node.number, "\(entry.id)")
    queue.push(
      .edgeDone(node.number, process: node.process, entry.id),
      at: now + milliseconds(100, 3_000)
    )
  }

  private func ask(_ request: Request, _ node: SimulatedNode) {
    node.requests += 1
    let sent = node.local(now)
    queue.push(
      .request(node.number, process: node.process, request, sent: sent),
      at: now + between(150_000, chance(20) ? 60_000_000 : 1_500_000)
    )
  }

  /// The store does what it was asked, or something happens to that.
  func serve(_ request: Request, of node: SimulatedNode, sent: Instant) {
    guard reachesStore(node.number) else {
      let error = FleetStoreError(.away, "no connection")
      return answer(request, failure: error, node, sent, after: milliseconds(50, 1_000))
    }
    let place = storeOf[node.number]
    // A commit that is waiting for the disk when the connection breaks was done, or was not.
    if case .append = request, chance(weather.unknownCommits) {
      if chance(500) { _ = reply(to: request, place, node, sent) }
      let error = FleetStoreError(.unknown, "the connection broke")
      if fault == .unknownAsRecorded, case .append(let entries) = request {
        let head = stores[place].head
        let outcomes = entries.indices.map { index in
          AppendOutcome.recorded(
            FleetPosition(head.number + Int64(index) + 1, of: head.epoch),
            activation: storeTime
          )
        }
        let lie = AppendAnswer(time: storeTime, epoch: head.epoch, outcomes: outcomes)
        return queue.push(
          .handle(node.number, process: node.process, .appended(.success(lie))),
          at: now + milliseconds(1, 3)
        )
      }
      return answer(request, failure: error, node, sent, after: milliseconds(500, 3_000))
    }
    let event = reply(to: request, place, node, sent)
    queue.push(
      .handle(node.number, process: node.process, event),
      at: now + between(150_000, chance(20) ? 60_000_000 : 1_500_000)
    )
  }

  private func answer(
    _ request: Request,
    failure error: FleetStoreError,
    _ node: SimulatedNode,
    _ sent: Instant,
    after delay: Int64
  ) {
    let event: FleetEvent =
      switch request {
      case .beat: .beaten(.failure(error), sent: sent)
      case .read: .read(.failure(error))
      case .append: .appended(.failure(error))
      }
    queue.push(.handle(node.number, process: node.process, event), at: now + delay)
  }

  private func reply(
    to request: Request,
    _ place: Int,
    _ node: SimulatedNode,
    _ sent: Instant
  ) -> FleetEvent {
    switch request {
    case .beat(var beat):
      if fault == .noEpoch {
        beat.position = nil
        beat.last = nil
      }
      var answer = stores[place].beat(beat, at: storeTime)
      if fault == .clockWrong, node.number == 1 {
        answer.time = answer.time.later(byMilliseconds: 333)
      }
      if fault == .formerPrimaryTrusted, let last = stores.last, last.epoch > answer.head.epoch {
        answer.head = FleetPosition(answer.head.number, of: last.epoch)
        answer.branch = beat.position?.epoch == last.epoch ? nil : answer.head.number
      }
      if beat.isAnnounced { wake(FleetWake(from: beat.report.id, head: answer.head), place) }
      return .beaten(.success(answer), sent: sent)
    case .read(let number, let limit):
      var answer = stores[place].read(from: number, limit: limit)
      if fault == .formerPrimaryTrusted, let last = stores.last, last.epoch > answer.epoch {
        answer.epoch = last.epoch
      }
      // A replica shows entries in another order than the primary has committed them.
      if !answer.entries.isEmpty, chance(weather.holes) {
        let hidden = Int(random.next() % UInt64(answer.entries.count))
        let number = answer.entries.remove(at: hidden).position.number
        if fault == .gapsHidden { answer.floor = number }
      }
      return .read(.success(answer))
    case .append(var entries):
      if fault == .orderForgotten { for index in entries.indices { entries[index].first = nil } }
      var wanted = fault == .notOffered ? entries.filter { $0.first == nil } : entries
      let before = stores[place].log.count
      if fault == .endForgotten { wanted = wanted.map(Self.withoutEnd) }
      for entry in entries {
        note(
          "append",
          node.number,
          "\(entry.id) \(entry.data["kind"]?.string ?? "") \(entry.first?.number ?? -1)"
        )
      }
      var answer = stores[place].append(wanted, at: storeTime)
      checks.recorded(
        stores[place].log[before...],
        fence: stores[place].fence(at: storeTime),
        at: now
      )
      if wanted.count < entries.count {
        let lie = AppendOutcome.recorded(stores[place].head, activation: nil)
        answer.outcomes = Array(repeating: lie, count: entries.count)
      }
      if let entry = entries.first {
        wake(FleetWake(from: entry.node, head: stores[place].head), place)
      }
      return .appended(.success(answer))
    }
  }

  private func wake(_ wake: FleetWake, _ store: Int) {
    queue.push(.wakes(wake, store: store), at: now + between(500_000, 4_000_000))
  }
}
