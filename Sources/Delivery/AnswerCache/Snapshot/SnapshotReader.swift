// SPDX-License-Identifier: Apache-2.0

/// Parses a snapshot as its bytes come from the disk.
struct SnapshotReader {
  enum Step: Equatable {
    case record(SnapshotRecord)
    /// More bytes are needed.
    case waiting
    /// The end of the snapshot; all records before it were whole.
    case finished
    /// The bytes that follow cannot be read.
    case damaged
  }

  /// Maximum length of a record; a longer one counts as damage.
  private let recordBytes: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var hasHeading = false
  private var end: Step?

  init(recordBytes: Int) { self.recordBytes = recordBytes }

  mutating func feed(_ more: [UInt8]) {
    bytes.removeFirst(start)
    start = 0
    bytes += more
  }

  mutating func next() -> Step {
    if let end { return end }
    let step = read()
    if step == .finished || step == .damaged { end = step }
    return step
  }

  private mutating func read() -> Step {
    if !hasHeading {
      guard bytes.count >= SnapshotFormat.heading.count else { return .waiting }
      guard bytes.starts(with: SnapshotFormat.heading) else { return .damaged }
      start = SnapshotFormat.heading.count
      hasHeading = true
    }
    var frame = SnapshotScanner(bytes[start...])
    guard let length = frame.integer(UInt32.self), let checksum = frame.integer(UInt64.self) else {
      return .waiting
    }
    guard length > 0 else { return checksum == 0 ? .finished : .damaged }
    guard length <= recordBytes else { return .damaged }
    let first = start + SnapshotFormat.frameBytes
    let last = first + Int(length)
    guard last <= bytes.count else { return .waiting }
    guard SnapshotFormat.checksum(bytes[first..<last]) == checksum,
      let record = SnapshotRecord(bytes[first..<last])
    else { return .damaged }
    start = last
    return .record(record)
  }
}
