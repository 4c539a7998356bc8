// SPDX-License-Identifier: Apache-2.0

/// The place of a node in the log, and the history of it that the node follows.
struct FollowedLog: Sendable {
  /// The last entry that was applied in order; the epoch is that of the history that the node follows.
  private(set) var position: FleetPosition?
  /// The name of the entry at `position`; `nil` where that is not known.
  private(set) var last: EntryID?
  /// The number up to which the present history must be read to know which entries it lacks.
  private var proof: Int64?
  /// The earlier history until then.
  private var earlier: FleetEpoch?
  var early = EarlyEntries()

  /// The history in which a start begins: until what a store has lost is given back, the one before.
  var historyOfStart: FleetEpoch? { earlier ?? position?.epoch }

  /// False for an entry at the position that is not the one this node has there: the store has lost that one, and
  /// does not say so. The next beat finds out, before anything else of that log is taken.
  func isLast(_ id: EntryID) -> Bool { last == nil || last == id }

  /// Takes an entry of the journal for the last one, unless there was a later one.
  mutating func restore(_ id: EntryID, at place: FleetPosition) {
    guard position.map({ $0 < place }) ?? true else { return }
    (position, last) = (place, id)
  }

  /// Takes the next entry for the last one.
  mutating func advance(to number: Int64, _ id: EntryID) {
    guard let history = position?.epoch else { return }
    (position, last) = (FleetPosition(number, of: history), id)
  }

  /// Takes note of the name of the entry at the position.
  mutating func found(_ id: EntryID) { last = id }

  /// Passes what is not there any more.
  mutating func skip(to floor: Int64) {
    guard let position, position.number < floor else { return }
    self.position = FleetPosition(floor, of: position.epoch)
    last = nil
  }

  /// Begins with a history from its first entry.
  mutating func begin(in epoch: FleetEpoch) { position = FleetPosition(0, of: epoch) }

  /// Follows another history, which has the same entries up to a number.
  ///
  /// - Returns: The number behind which the entries of this node are in doubt.
  mutating func branch(into epoch: FleetEpoch, at branch: Int64, head: Int64) -> Int64? {
    guard let before = position else { return nil }
    let number = min(branch, before.number)
    position = FleetPosition(number, of: epoch)
    if number < before.number { last = nil }
    early.removeAll()
    earlier = earlier ?? before.epoch
    proof = head
    return number
  }

  /// Goes back, to read the same history again from an entry on; false for one that is still to come.
  mutating func goBack(to number: Int64, of epoch: FleetEpoch, head: Int64) -> Bool {
    guard let position, number <= position.number else { return false }
    self.position = FleetPosition(number - 1, of: epoch)
    last = nil
    proof = head
    return true
  }

  /// Ends the doubts, once the present history was read as far as it went.
  ///
  /// - Returns: True for another history than before; `nil` where there are no doubts, or they are not over.
  mutating func prove() -> Bool? {
    guard let proof, let position, position.number >= proof else { return nil }
    self.proof = nil
    defer { earlier = nil }
    return earlier != nil
  }
}
