// SPDX-License-Identifier: Apache-2.0
//
// The file `index` of a persistence in files: 64 bytes of header, and slots of 16 bytes, each with the hash of
// an id and the place of its record in the log. A look-up reads one block of slots, among a thousand and a
// million objects alike.

/// The places of records by the hashes of ids, as they stand in a file.
struct SlotTable: Sendable {
  static let headerSize = 64
  static let slotSize = 16
  /// The slots that one read brings.
  private static let slotsOfBlock = 32
  /// The place of a slot whose object was removed; the log begins with its own header, so that no record stands
  /// at one.
  static let removed: UInt64 = 1
  private static let magic: UInt64 = 0x3158_4E49_4F43_5450
  private static let smallest = 1_024

  /// The header: what the table knows of the log.
  struct Header: Sendable, Equatable {
    var capacity = SlotTable.smallest
    /// Slots in use, with those of removed objects.
    var used = 0
    /// The number that the log has as well; with another one the table says nothing of the log.
    var generation: UInt64 = 0
    /// The end of the part of the log that the table knows.
    var logEnd = 0
    /// The bytes of the records that are not replaced.
    var liveBytes = 0

    var bytes: ContiguousArray<UInt8> {
      var bytes = ContiguousArray<UInt8>()
      let numbers = [
        SlotTable.magic, UInt64(capacity), UInt64(used), UInt64(logEnd), UInt64(liveBytes),
        generation,
      ]
      for number in numbers { bytes.append(number: number, 8) }
      bytes.append(number: IDHash.of(bytes), 8)
      bytes.append(contentsOf: repeatElement(0, count: SlotTable.headerSize - bytes.count))
      return bytes
    }

    init(generation: UInt64) { self.generation = generation }

    /// Reads a header; `nil` for one that was not written to its end.
    init?(_ bytes: ContiguousArray<UInt8>) {
      guard bytes.count == SlotTable.headerSize else { return nil }
      let numbers = (0..<7).map { bytes.span.number(at: 8 * $0, 8) }
      guard numbers[0] == SlotTable.magic, numbers[6] == IDHash.of(bytes[..<48]),
        let capacity = Int(exactly: numbers[1]), capacity.nonzeroBitCount == 1, capacity < 1 << 32,
        let used = Int(exactly: numbers[2]), used <= capacity,
        let logEnd = Int(exactly: numbers[3]), let liveBytes = Int(exactly: numbers[4])
      else { return nil }
      (self.capacity, self.used, self.logEnd, self.liveBytes) = (capacity, used, logEnd, liveBytes)
      generation = numbers[5]
    }
  }

  private let file: DiskFile
  private(set) var header: Header
  /// All slots, while many are changed.
  private var slots: ContiguousArray<UInt8>?
  /// The changes of slots that the file does not have.
  private(set) var changed = 0
  private var writtenCapacity: Int

  /// Opens the table of a log; one that is not of this log, or that cannot be read, is empty.
  init(_ file: DiskFile, ofLog generation: UInt64, to end: Int) throws(PersistenceFault) {
    self.file = file
    header = Header(generation: generation)
    if let read = Header(try file.read(SlotTable.headerSize, at: 0)), read.generation == generation,
      read.logEnd <= end
    {
      header = read
    } else {
      try file.truncate(to: 0)
    }
    writtenCapacity = header.capacity
  }

  func synchronize() throws(PersistenceFault) { try file.synchronize() }

  /// Returns the place of the record for a hash.
  func place(of hash: UInt64) throws(PersistenceFault) -> UInt64? {
    guard header.used > 0 else { return nil }
    if let slots { return SlotTable.find(hash, slots, header.capacity).found }
    var slot = SlotTable.first(hash, header.capacity)
    for _ in 0..<header.capacity / SlotTable.slotsOfBlock + 1 {
      let count = min(SlotTable.slotsOfBlock, header.capacity - slot)
      let block = try file.read(
        count * SlotTable.slotSize,
        at: SlotTable.headerSize + slot * SlotTable.slotSize
      )
      for place in stride(from: 0, to: block.count, by: SlotTable.slotSize) {
        let offset = block.span.number(at: place + 8, 8)
        if offset == 0 { return nil }
        if block.span.number(at: place, 8) == hash { return offset }
      }
      guard block.count == count * SlotTable.slotSize else { return nil }
      slot = (slot + count) % header.capacity
    }
    return nil
  }

  /// Reads all slots, where they are not there yet, and changes some.
  mutating func load(with places: [UInt64: UInt64] = [:]) throws(PersistenceFault) {
    if slots == nil {
      let size = header.capacity * SlotTable.slotSize
      var read = try file.read(size, at: SlotTable.headerSize)
      read.append(contentsOf: repeatElement(0, count: size - read.count))
      slots = read
    }
    for (hash, place) in places { set(hash, place) }
  }

  /// Changes the place of a record, and returns whether the slots are there to be changed.
  @discardableResult
  mutating func set(_ hash: UInt64, _ place: UInt64) -> Bool {
    guard var slots = slots.take() else { return false }
    if 2 * header.used >= header.capacity { slots = grown(slots) }
    let (slot, found) = SlotTable.find(hash, slots, header.capacity)
    if found == nil { header.used += 1 }
    SlotTable.set(hash, place, at: slot, &slots)
    changed += 1
    self.slots = slots
    return true
  }

  /// Writes the table; the log must be written before.
  mutating func save(logEnd: Int, liveBytes: Int) throws(PersistenceFault) {
    guard let slots else { return }
    header.logEnd = logEnd
    header.liveBytes = liveBytes
    // Slots of another capacity stand elsewhere: until the new header is written there is none.
    if header.capacity != writtenCapacity { try file.truncate(to: 0) }
    // Slots point to records that are in the log, so that the table may be read whatever part of it is written.
    try file.write(slots[...], at: SlotTable.headerSize)
    try file.write(header.bytes[...], at: 0)
    (self.slots, changed, writtenCapacity) = (nil, 0, header.capacity)
  }

  /// Calls `body` with the hash and place of each record.
  mutating func visit(_ body: (UInt64, UInt64) -> Void) throws(PersistenceFault) {
    try load()
    guard let slots else { return }
    for place in stride(from: 0, to: slots.count, by: SlotTable.slotSize) {
      let offset = slots.span.number(at: place + 8, 8)
      if offset > SlotTable.removed { body(slots.span.number(at: place, 8), offset) }
    }
  }

  /// Returns the slots in a table with room for more, without those of removed objects.
  private mutating func grown(_ slots: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    header.capacity *= 2
    header.used = 0
    var grown = ContiguousArray<UInt8>(repeating: 0, count: header.capacity * SlotTable.slotSize)
    for place in stride(from: 0, to: slots.count, by: SlotTable.slotSize) {
      let (hash, offset) = (slots.span.number(at: place, 8), slots.span.number(at: place + 8, 8))
      guard offset > SlotTable.removed else { continue }
      SlotTable.set(hash, offset, at: SlotTable.find(hash, grown, header.capacity).slot, &grown)
      header.used += 1
    }
    return grown
  }

  private static func first(_ hash: UInt64, _ capacity: Int) -> Int {
    Int(truncatingIfNeeded: hash >> 32) & (capacity - 1)
  }

  private static func find(
    _ hash: UInt64,
    _ slots: ContiguousArray<UInt8>,
    _ capacity: Int
  ) -> (slot: Int, found: UInt64?) {
    var slot = first(hash, capacity)
    for _ in 0..<capacity {
      let offset = slots.span.number(at: slot * slotSize + 8, 8)
      if offset == 0 { return (slot, nil) }
      if slots.span.number(at: slot * slotSize, 8) == hash { return (slot, offset) }
      slot = (slot + 1) & (capacity - 1)
    }
    return (slot, nil)
  }

  private static func set(
    _ hash: UInt64,
    _ place: UInt64,
    at slot: Int,
    _ slots: inout ContiguousArray<UInt8>
  ) {
    for byte in 0..<8 {
      slots[slot * slotSize + byte] = UInt8(truncatingIfNeeded: hash >> UInt64(8 * byte))
      slots[slot * slotSize + 8 + byte] = UInt8(truncatingIfNeeded: place >> UInt64(8 * byte))
    }
  }
}
