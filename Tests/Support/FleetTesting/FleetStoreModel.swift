// SPDX-License-Identifier: Apache-2.0

package import Fleet

/// A store in memory that keeps the promises of the real ones; copies of it are its backups and standbys.
package struct FleetStoreModel: Sendable {
  /// The server and timeline that it is; another one begins another epoch.
  package var identity: Int64
  package private(set) var log: [RecordedEntry] = []
  private var known: [EntryID: Int] = [:]
  package var blobs: [BlobDigest: [UInt8]] = [:]
  package private(set) var epoch = FleetEpoch(began: 0, mark: 0)
  private var told: Int64?
  private var epochs: [(epoch: FleetEpoch, start: Int64)] = []
  package private(set) var nodes: [NodeID: ListedNode] = [:]
  private var holder: NodeID?
  private var fence: Int64 = 0
  private var until = FleetInstant(microseconds: 0)
  private var marks: Int64 = 0
  /// Faults that a simulation plants.
  package var ignoresNames = false
  package var ignoresFences = false

  /// False for a store that was put in the place of another one and that has taken no beat since.
  package var isReached = true

  package init(identity: Int64) { self.identity = identity }

  package var head: FleetPosition { FleetPosition(Int64(log.count), of: epoch) }

  package func has(_ id: EntryID) -> Bool { known[id] != nil }

  package mutating func keep(_ blob: [UInt8]) -> BlobDigest {
    let digest = BlobDigest(of: blob)
    blobs[digest] = blob
    return digest
  }

  private func lease(at time: FleetInstant) -> FleetLease? {
    guard let holder, until > time else { return nil }
    return FleetLease(holder: holder, fence: Fence(fence, of: epoch), until: until)
  }

  package func fence(at time: FleetInstant) -> Fence? { lease(at: time)?.fence }

  private mutating func beginEpoch(behind other: FleetEpoch?, at time: FleetInstant) {
    let before = max(epoch.began, other?.began ?? 0)
    marks += 1
    let began = max(time.microseconds / 1_000, before + 1)
    epoch = FleetEpoch(began: began, mark: identity &* 1_000 &+ marks)
    epochs.append((epoch, told == identity ? 0 : Int64(log.count)))
    told = identity
    holder = nil
    fence = 0
    until = time.later(byMilliseconds: before > 0 ? FleetLease.milliseconds : 0)
  }

  package mutating func append(_ entries: [FleetEntry], at time: FleetInstant) -> AppendAnswer {
    if told != identity { beginEpoch(behind: nil, at: time) }
    let outcomes = entries.map { append($0, at: time) }
    return AppendAnswer(time: time, epoch: epoch, outcomes: outcomes)
  }

  private mutating func append(_ entry: FleetEntry, at time: FleetInstant) -> AppendOutcome {
    if let place = known[entry.id], !ignoresNames {
      return .recorded(log[place].position, activation: log[place].entry.activation)
    }
    var entry = entry
    if let change = entry.change, entry.first == nil {
      guard time <= change.deadline else { return .late }
      entry.activation = time.later(byMilliseconds: max(0, change.lead))
    }
    if case .edgeOutcome(let outcome) = entry.content, entry.first == nil, !ignoresFences {
      guard let lease = lease(at: time), lease.holder == entry.node, lease.fence == outcome.fence
      else { return .fenced }
    }
    if case .removal(let node) = entry.content, entry.first == nil,
      let listed = nodes[node], time > listed.beaten.later(byMilliseconds: 15_000)
    {
      nodes[node] = nil
    }
    let predecessor = log.last?.entry.id
    known[entry.id] = log.count
    log.append(RecordedEntry(entry, at: FleetPosition(Int64(log.count) + 1, of: epoch)))
    return .recorded(head, activation: entry.activation, behind: predecessor)
  }

  package func read(from number: Int64, limit: Int) -> ReadAnswer {
    let start = min(max(0, Int(clamping: number) - 1), log.count)
    let end = min(log.count, start + max(0, limit))
    return ReadAnswer(epoch: epoch, entries: Array(log[start..<end]), floor: 0)
  }

  private func isSame(_ id: EntryID?, at number: Int64) -> Bool {
    guard let id, number > 0 else { return true }
    guard number <= log.count else { return false }
    return log[Int(number) - 1].entry.id == id
  }

  package mutating func beat(_ beat: Beat, at time: FleetInstant) -> BeatAnswer {
    isReached = true
    let position = beat.position
    let isLost =
      position?.epoch == epoch
      && (position?.number ?? 0 > log.count || !isSame(beat.last, at: position?.number ?? 0))
    if told != identity || isLost { beginEpoch(behind: position?.epoch, at: time) }
    nodes[beat.report.id] = ListedNode(beat.report, beaten: time)
    changeLease(beat, at: time)
    return BeatAnswer(
      time: time,
      head: head,
      branch: branch(beat),
      nodes: beat.wantsNodes
        ? nodes.values.sorted { $0.report.id < $1.report.id } : nil,
      lease: lease(at: time)
    )
  }

  private func branch(_ beat: Beat) -> Int64? {
    guard let position = beat.position, position.epoch < epoch else { return nil }
    let later = epochs.filter { $0.epoch > position.epoch }.map(\.start).min()
    guard epochs.contains(where: { $0.epoch == position.epoch }), let start = later else {
      return 0
    }
    guard position.number <= start else { return start }
    return isSame(beat.last, at: position.number) ? position.number : 0
  }

  private mutating func changeLease(_ beat: Beat, at time: FleetInstant) {
    let node = beat.report.id
    switch beat.lease {
    case .none: return
    case .wanted:
      if let lease = lease(at: time) {
        guard lease.holder == node else { return }
      } else {
        guard holder != nil || until <= time else { return }
        holder = node
        fence += 1
      }
      until = time.later(byMilliseconds: FleetLease.milliseconds)
    case .release:
      guard lease(at: time)?.holder == node else { return }
      holder = nil
      until = time
    }
  }
}
