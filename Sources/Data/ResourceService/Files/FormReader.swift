// SPDX-License-Identifier: Apache-2.0
//
// multipart/form-data (RFC 7578, RFC 2046 section 5.1) as clients send it: no nested parts, no transfer
// encodings, and of the fields of a part only Content-Disposition and Content-Type count. Parts are
// handed on while they arrive; what is held back is at most as long as a delimiter or the fields of a part.

import HTTPValues

/// Reads a form while its bytes arrive. It does no input or output.
package struct FormReader {
  package enum Event: Equatable {
    /// The fields of a part.
    case part(name: String, mediaType: String?)
    /// Bytes of the part, at least one.
    case bytes([UInt8])
    /// The end of the part.
    case end
  }

  /// The most bytes of the fields of a part, and of what stands before the first one or behind the last.
  static let fieldBytes = 8_192
  /// The most bytes of a boundary (RFC 2046).
  private static let boundaryBytes = 1...70

  private enum State {
    case before
    /// Behind a delimiter: the fields of a part follow, or two dashes.
    case delimited
    case fields
    case content
    case behind
  }

  private let delimiter: [UInt8]
  private var state = State.before
  // A form that begins with its delimiter has no line end before it.
  private var held: [UInt8] = [0x0D, 0x0A]
  /// The bytes of what is held that are read.
  private var position = 0
  /// The bytes behind the last delimiter.
  private var behind = 0

  /// - Parameter contentType: the value of the field, with the boundary.
  package init(_ contentType: String) throws(ResourceProblem) {
    let boundary = MediaType(contentType)?.parameters.first { $0.name == "boundary" }?.value ?? ""
    guard Self.boundaryBytes.contains(boundary.utf8.count) else {
      throw .badForm(
        "content-type has a boundary of \(boundary.utf8.count) bytes; expected 1 to 70"
      )
    }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// Whether the last delimiter has come.
  package var isComplete: Bool { if case .behind = state { true } else { false } }

  /// Takes the next bytes, and returns what they complete.
  package mutating func add(_ bytes: [UInt8]) throws(ResourceProblem) -> [Event] {
    held += bytes
    var events: [Event] = []
    while try step(&events) {}
    // Once a piece, since what follows has to move.
    held.removeFirst(position)
    position = 0
    return events
  }

  /// Reads on; `false` when more bytes are needed.
  private mutating func step(_ events: inout [Event]) throws(ResourceProblem) -> Bool {
    switch state {
    case .before:
      let found = place(of: delimiter)
      try Self.check(outside: found ?? rest.count - delimiter.count)
      guard let found else { return false }
      position += found + delimiter.count
      state = .delimited
    case .delimited: return try readDelimiterEnd()
    case .fields: return try readFields(&events)
    case .content:
      let found = place(of: delimiter)
      // The end of what is there may be the beginning of a delimiter.
      let count = found ?? max(0, rest.count - delimiter.count + 1)
      if count > 0 { events.append(.bytes(Array(rest.prefix(count)))) }
      position += count
      guard found != nil else { return false }
      position += delimiter.count
      events.append(.end)
      state = .delimited
    case .behind:
      behind += rest.count
      position = held.count
      try Self.check(outside: behind)
      return false
    }
    return true
  }

  private mutating func readDelimiterEnd() throws(ResourceProblem) -> Bool {
    // A client may pad a delimiter.
    let padding = rest.prefix { $0 == 0x20 || $0 == 0x09 }.count
    try Self.check(outside: padding)
    guard rest.count >= padding + 2 else { return false }
    position += padding
    switch (held[position], held[position + 1]) {
    case (0x2D, 0x2D): state = .behind
    case (0x0D, 0x0A): state = .fields
    default: throw .badForm("a delimiter does not end with its line; expected CR LF")
    }
    // The line end stays, since the fields may be empty.
    if case .behind = state { position += 2 }
    return true
  }

  private mutating func readFields(_ events: inout [Event]) throws(ResourceProblem) -> Bool {
    let end = place(of: [0x0D, 0x0A, 0x0D, 0x0A])
    guard end ?? rest.count <= Self.fieldBytes else {
      throw .badForm(
        "the fields of a part have more than \(Self.fieldBytes) bytes; expected fewer"
      )
    }
    guard let end else { return false }
    events.append(try Self.part(rest.prefix(end)))
    position += end + 4
    state = .content
    return true
  }

  /// Reads the fields of a part.
  private static func part(_ fields: ArraySlice<UInt8>) throws(ResourceProblem) -> Event {
    guard let text = String(validating: fields, as: UTF8.self) else {
      throw .badForm("the fields of a part are not UTF-8")
    }
    var (name, mediaType): (String?, String?) = (nil, nil)
    for line in text.split(separator: "\r\n") {
      let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else {
        throw .badForm("a part has the line \(line.prefix(60)); expected NAME: VALUE")
      }
      let value = pair[1].drop { $0 == " " || $0 == "\t" }
      switch pair[0].lowercased() {
      case "content-disposition": name = Self.name(in: value)
      case "content-type": mediaType = String(value)
      case "content-transfer-encoding":
        guard ["binary", "8bit", "7bit"].contains(value.lowercased()) else {
          throw .badForm(
            "a part has the encoding \(value.prefix(40)); expected none (RFC 7578)"
          )
        }
      default: continue
      }
    }
    guard let name else {
      throw .badForm(
        "a part has no name; expected content-disposition: form-data; name=\"NAME\""
      )
    }
    return .part(name: name, mediaType: mediaType)
  }

  /// The name in `form-data; name="picture"; filename="rose.png"`.
  private static func name(in value: Substring) -> String? {
    // The type before the semicolon stands for a media type's, whose parameters are written alike.
    guard value.prefix(while: { $0 != ";" && $0 != " " }).lowercased() == "form-data" else {
      return nil
    }
    return MediaType("multipart/\(value)")?.parameters.first { $0.name == "name" }?.value
  }

  private static func check(outside count: Int) throws(ResourceProblem) {
    guard count <= fieldBytes else {
      throw .badForm(
        "there are more than \(fieldBytes) bytes outside of the parts; expected none"
      )
    }
  }

  /// The bytes that are held and not read yet.
  private var rest: ArraySlice<UInt8> { held[position...] }

  /// The place of some bytes behind what is read; `nil` if they are not there.
  private func place(of bytes: [UInt8]) -> Int? {
    guard let first = bytes.first else { return nil }
    var rest = rest
    while let next = rest.firstIndex(of: first) {
      rest = rest[next...]
      guard rest.count >= bytes.count else { return nil }
      if rest.starts(with: bytes) { return next - position }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension ResourceProblem {
  /// A form is not one.
  static func badForm(_ detail: String) -> ResourceProblem {
    ResourceProblem(.badForm, detail)
  }
}
