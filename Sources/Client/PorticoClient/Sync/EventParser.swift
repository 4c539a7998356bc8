// SPDX-License-Identifier: Apache-2.0

/// An event of a stream (server-sent events).
package struct ServerEvent: Sendable, Hashable {
  /// The type: the field `event`, or `message` without one.
  package var type: String
  /// The lines of the field `data`, with line feeds between them.
  package var data: String
  /// The last `id` of the stream.
  package var id: String

  package init(type: String, data: String, id: String) {
    (self.type, self.data, self.id) = (type, data, id)
  }
}

/// Reads a stream of events (HTML Standard, section 9.2), whose bytes come in pieces of any size.
package struct EventParser: Sendable {
  /// The most bytes of one line, and of the data of one event.
  private static let largest = 1 << 20

  private var line = ContiguousArray<UInt8>()
  private var isAfterReturn = false
  private var isFirstLine = true
  private var type = ""
  private var data: [String] = []
  private var size = 0
  /// The last `id` of the stream; a client that connects again sends it as `Last-Event-ID`.
  package private(set) var lastID = ""
  /// The milliseconds that the server wants to pass before the next connection.
  package private(set) var retry: Int64?

  package init() {}

  /// Reads a piece, and returns the events that it completes.
  package mutating func read(_ piece: ArraySlice<UInt8>) -> [ServerEvent] {
    var events: [ServerEvent] = []
    for byte in piece {
      let isLineFeedOfReturn = isAfterReturn && byte == 0x0A
      isAfterReturn = byte == 0x0D
      if isLineFeedOfReturn { continue }
      guard byte == 0x0A || byte == 0x0D else {
        // What stands behind the limit is left out.
        if line.count < EventParser.largest { line.append(byte) }
        continue
      }
      endLine(&events)
      line.removeAll(keepingCapacity: true)
    }
    return events
  }

  private mutating func endLine(_ events: inout [ServerEvent]) {
    var bytes = line[...]
    if isFirstLine, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    isFirstLine = false
    guard let first = bytes.first else { return endEvent(&events) }
    guard first != UInt8(ascii: ":") else { return }
    let name = bytes.prefix { $0 != UInt8(ascii: ":") }
    var value = bytes.dropFirst(name.count + 1)
    if value.first == 0x20 { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: name, as: UTF8.self) {
    case "event": type = text
    case "data" where size + value.count <= EventParser.largest:
      size += value.count
      data.append(text)
    case "id" where !value.contains(0): lastID = text
    case "retry" where !value.isEmpty && value.allSatisfy { $0 &- 0x30 < 10 }:
      retry = Int64(text) ?? retry
    default: break
    }
  }

  private mutating func endEvent(_ events: inout [ServerEvent]) {
    defer { (type, data, size) = ("", [], 0) }
    guard !data.isEmpty else { return }
    events.append(
      ServerEvent(
        type: type.isEmpty ? "message" : type,
        data: data.joined(separator: "\n"),
        id: lastID
      )
    )
  }
}
