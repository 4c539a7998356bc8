// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Fleet

extension FleetSimulation {
  /// A step of the hour that was planned before.
  enum Step {
    case purge
    case notice
    case edgePurge
    case change(Int)
    /// An order about the rollout that is on, or for another one.
    case step
    /// A comparison of the rollouts that nodes serve.
    case compare
    case kill(Int)
    case start(Int)
    case pause(Int, Int64)
    case storeAway
    case storeBack
    case snapshot(Int)
    /// The store of a snapshot takes over, with those nodes left behind for a while.
    case replaced(Int, leavingBehind: Set<Int>, isUnmarked: Bool)
    case allMove
    case weather((inout Weather) -> Void)
  }

  func plan(_ script: Script) {
    let last = max(0, end - Self.calmEnd)
    func at(_ seconds: Int64, _ step: Step) {
      queue.push(.scripted(step), at: seconds * 1_000_000_000 + between(0, 999_999_999))
    }
    let seconds = max(1, last / 1_000_000_000)
    if script.hasOrders {
      // The first nodes learn of each other by then.
      let first = min(60, seconds)
      for _ in 0..<40 { at(between(first, seconds), .purge) }
      for _ in 0..<30 { at(between(first, seconds), .notice) }
      for _ in 0..<6 { at(between(first, seconds), .edgePurge) }
      for number in 0..<8 { at(between(first, seconds), .change(number)) }
    }
    if script.hasFaults { for _ in 0..<6 { planFault(between(30, seconds), seconds, at) } }
    guard script.hasOrders else { return }
    for _ in 0..<20 { at(between(min(60, seconds), seconds), .step) }
    queue.push(.scripted(.compare), at: Self.comparisons)
  }

  private func planFault(
    _ start: Int64,
    _ last: Int64,
    _ at: (Int64, Step) -> Void
  ) {
    let node = Int(random.next() % UInt64(nodes.count))
    // Seconds have fractions: what begins in the last one ends in the next.
    func ending(within seconds: ClosedRange<Int64>) -> Int64 {
      max(start + 1, min(last, start + between(seconds.lowerBound, seconds.upperBound)))
    }
    let stop = ending(within: 5...120)
    switch random.next() % 10 {
    case 0:
      at(start, .kill(node))
      at(stop, .start(node))
    case 1: at(start, .pause(node, between(1, 30)))
    case 2:
      at(start, .storeAway)
      at(ending(within: 5...600), .storeBack)
    case 3, 4:
      // A failover that loses some seconds, or a restore of what was up to an hour ago.
      let loss = chance(300) ? between(0, start) : between(0, 3)
      let number = Int(start) * 1_000 + snapshots.count + Int(random.next() % 900)
      let behind = chance(300) ? Set([node]) : []
      queue.push(.scripted(.snapshot(number)), at: max(0, (start - loss)) * 1_000_000_000)
      at(start + 1, .storeAway)
      // A backup that is put into the same database keeps its identity: nodes find it out. It takes longer than a lease.
      let isUnmarked = loss > 20 && behind.isEmpty && chance(500)
      at(
        start + (isUnmarked ? 17 : between(2, 10)),
        .replaced(number, leavingBehind: behind, isUnmarked: isUnmarked)
      )
      if !behind.isEmpty { at(start + between(12, 40), .allMove) }
    case 5:
      at(start, .weather { $0.cutOff.insert(node) })
      at(stop, .weather { $0.cutOff.remove(node) })
    case 6:
      at(start, .weather { $0.island.insert(node) })
      at(stop, .weather { $0.island.remove(node) })
    case 7:
      at(start, .weather { $0.lostWakes = 1_000 })
      at(stop, .weather { $0.lostWakes = 0 })
    case 8:
      at(
        start,
        .weather {
          $0.lostMessages = 300
          $0.lateWakes = 300
        }
      )
      at(
        stop,
        .weather {
          $0.lostMessages = 0
          $0.lateWakes = 0
        }
      )
    default:
      at(
        start,
        .weather {
          $0.unknownCommits = 500
          $0.holes = 500
          $0.lostMessages = 500
        }
      )
      at(
        stop,
        .weather {
          $0.unknownCommits = 0
          $0.holes = 0
          $0.lostMessages = 0
        }
      )
    }
  }

  private var isCalm: Bool {
    weather.changed < now - 30_000_000_000 && !weather.isStoreAway && isHealthy
  }

  /// Whether all nodes run and reach each other.
  private var isHealthy: Bool {
    weather.island.isEmpty && weather.lostMessages == 0 && weather.cutOff.isEmpty
      && weather.lostWakes == 0 && weather.unknownCommits == 0
      && nodes.allSatisfy { $0.isUp && $0.pausedUntil <= now }
  }

  /// A node that can take an order.
  func someone() -> SimulatedNode? {
    let up = nodes.filter { $0.isUp && $0.pausedUntil <= now }
    return up.isEmpty ? nil : up[Int(random.next() % UInt64(up.count))]
  }

  func perform(_ step: Step) {
    defer { noteConnections() }
    switch step {
    case .purge:
      guard let node = someone() else { return }
      let id = id()
      // Without the store alone, and long enough for all nodes to have settled.
      let isAlone =
        weather.isStoreAway && isHealthy && weather.lastAway < now - 20_000_000_000
        && weather.changed < now - 20_000_000_000 && Set(storeOf).count == 1
      checks.purges[id] = .init(time: now, isCalm: isCalm, isStoreAway: isAlone)
      note("purge", node.number, "\(id)")
      deliver(.ordered(.purge(Purge(.tags(["a"])), id)), to: node)
    case .notice:
      guard let node = someone() else { return }
      made += 1
      if chance(200) { return deliver(.ordered(.close(.number(Int64(made)), id())), to: node) }
      let notice = CommitNotice(zone: "shop", epoch: "1", version: Int64(made))
      deliver(.ordered(.notice(notice, id())), to: node)
    case .edgePurge:
      guard let node = someone() else { return }
      let job = EdgePurge(Purge(.everything), reason: nil)
      deliver(.ordered(.edgePurge(job, id())), to: node)
    case .change(let number): change(number)
    case .step: roll()
    case .compare:
      compareRollouts()
      queue.push(.scripted(.compare), at: now + Self.comparisons)
    case .kill(let number):
      spoil()
      nodes[number].isUp = false
      nodes[number].fence = nil
      note("kill", number)
    case .start(let number):
      guard !nodes[number].isUp else { return }
      spoil()
      note("start", number)
      if fault == .withdrawalForgotten {
        nodes[number].journal.removeAll {
          if case .withdrawal = $0.entry.content { true } else { false }
        }
      }
      nodes[number].start(seed: random.next(), at: now)
      deliver(.due, to: nodes[number])
    case .pause(let number, let seconds):
      spoil()
      weather.changed = max(weather.changed, now + seconds * 1_000_000_000)
      nodes[number].wellSince = weather.changed
      note("pause", number, "\(seconds)")
      nodes[number].pausedUntil = max(
        nodes[number].pausedUntil,
        now + seconds * 1_000_000_000
      )
    case .storeAway:
      weather.isStoreAway = true
      weather.lastAway = now
      note("store away", -1 & 0xFF)
    case .storeBack:
      spoil()
      weather.isStoreAway = false
    case .snapshot(let number): snapshots[number] = stores.last
    case .replaced(let number, let behind, let isUnmarked):
      spoil()
      guard var store = snapshots.removeValue(forKey: number) else { return }
      if fault != .noEpoch { store.identity = Int64(stores.count) + 1 }
      // One of an older epoch would be taken for a former primary: whoever restores it must say so.
      if isUnmarked, let last = stores.last, last.epoch == store.epoch {
        store.identity = last.identity
      }
      // Nobody stays at a store that begins its history only then: which of two such is right, nobody can tell.
      let staying = stores.last?.isReached == true ? behind : []
      for node in nodes where !staying.contains(node.number) { storeOf[node.number] = stores.count }
      store.isReached = false
      stores.append(store)
      storeSkew = between(-5_000, 5_000)
      weather.isStoreAway = false
      note("replaced", 0, "\(store.log.count)")
    case .allMove:
      spoil()
      storeOf = Array(repeating: stores.count - 1, count: nodes.count)
    case .weather(let change):
      spoil()
      change(&weather)
    }
  }

  private func spoil() {
    weather.changed = max(weather.changed, now)
    checks.disturb(at: now)
  }

  private func change(_ number: Int) {
    guard let node = someone() else { return }
    let name = "edition-\(number)"
    let edition = FleetEdition(name, manifest: FleetSamples.edition.manifest)
    if chance(200) { checks.refusals.insert("\(random.next() % UInt64(nodes.count)) \(name)") }
    let kind: ChangeOrder.Kind = chance(200) ? .rollback : .publication
    var order = ChangeOrder(kind, edition, id: id(), offer: id())
    order.quorum = chance(500) ? 100 : 50
    order.goesOn = chance(500)
    changes.insert(order.id)
    note("change", node.number, "\(order.id)")
    deliver(.ordered(.change(order)), to: node)
  }
}
