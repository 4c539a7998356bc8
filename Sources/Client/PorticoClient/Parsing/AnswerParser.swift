// SPDX-License-Identifier: Apache-2.0
//
// One parser for every answer of a service: an object, an array of objects, or a slice
// {"offset", "count", "total", "data"}. Bytes come in pieces of any size. Each object that has a `uuid` is
// handed over as soon as its last brace has come, wherever it stands, and its id takes its place: so objects
// refer to each other by id, none is stored twice, and what remains of a list at its end is the list of its
// ids.

/// Reads the objects of an answer as its bytes come.
package struct AnswerParser: Sendable {
  /// The most objects and arrays inside each other.
  private static let deepest = 64
  /// The most bytes of one object, without the objects with ids in it.
  private static let largestObject = 16 << 20

  private enum Place: UInt8 {
    case value, firstKey, key, colon, afterMember, firstElement, afterElement, end
  }

  /// A token that the piece before has begun.
  private enum Token: UInt8 { case none, string, escape, hexadecimal, scalar }

  private struct Frame {
    var start: Int
    var isObject: Bool
    var isList = false
    var member = KnownMember.other
    var idStart = 0
    var idLength = 0
    var version: Int64 = -1
    var expires: UInt32 = 0
    var typeVersion: UInt32 = 0
  }

  /// The bytes of all that is not complete yet, with ids in place of the objects that are.
  private var open = ContiguousArray<UInt8>()
  private var frames = ContiguousArray<Frame>()
  private var place = Place.value
  private var token = Token.none
  private var isKey = false
  private var isPlain = true
  private var missingDigits = 0
  private var tokenStart = 0
  /// The number of bytes of earlier pieces.
  private var passed = 0

  /// Whether the answer is a list, or a slice of one.
  package private(set) var hasList = false
  /// Whether the list has elements other than objects with ids.
  package private(set) var hasOtherElements = false
  /// Whether the answer itself is an object with an id.
  package private(set) var hasID = false
  /// The instant until which the answer is fresh, in seconds since 1970, where it says so itself.
  package private(set) var expires: Int64?
  package private(set) var offset: Int64?
  package private(set) var count: Int64?
  package private(set) var total: Int64?

  package init() { frames.reserveCapacity(16) }

  /// Reads a piece, and adds the objects that it completes to `batch`.
  package mutating func read(
    _ piece: ArraySlice<UInt8>,
    into batch: inout ObjectBatch
  ) throws(JSONFault) {
    let bytes = piece.span
    var index = 0
    var run = 0
    while index < bytes.count {
      switch token {
      case .none:
        let byte = bytes[index]
        if byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
          index &+= 1
          continue
        }
        try begin(byte, &index, &run, bytes, piece, &batch)
      case .string: try string(&index, &run, bytes, piece)
      case .scalar: try scalar(&index, &run, bytes, piece)
      case .escape: try escape(&index, bytes)
      case .hexadecimal:
        guard bytes[index].isHexadecimal else { throw fault(bytes[index], at: index, .escape) }
        index &+= 1
        missingDigits &-= 1
        if missingDigits == 0 { token = .string }
      }
    }
    open.append(contentsOf: piece[(piece.startIndex + run)...])
    passed += bytes.count
    guard open.count - (frames.last?.start ?? 0) <= AnswerParser.largestObject else {
      throw JSONFault(.tooLarge(most: AnswerParser.largestObject), at: passed)
    }
  }

  /// Ends the answer, and returns what remains of it: the whole without the objects that have ids.
  package mutating func finish(
    into batch: inout ObjectBatch
  ) throws(JSONFault)
    -> ContiguousArray<UInt8>
  {
    if token == .scalar {
      var (index, run) = (0, 0)
      let empty: ArraySlice<UInt8> = []
      try endScalar(&index, &run, empty.span, empty)
    }
    guard place == .end, token == .none else { throw JSONFault(.endsEarly, at: passed) }
    while let last = open.last, last <= 0x20 { open.removeLast() }
    return ContiguousArray(open.drop { $0 <= 0x20 })
  }

  private func fault(
    _ byte: UInt8,
    at index: Int,
    _ expected: JSONFault.Expected
  ) -> JSONFault {
    JSONFault(.found(byte, expected: expected), at: passed + index)
  }

  @inline(__always)
  private mutating func begin(
    _ byte: UInt8,
    _ index: inout Int,
    _ run: inout Int,
    _ bytes: Span<UInt8>,
    _ piece: ArraySlice<UInt8>,
    _ batch: inout ObjectBatch
  ) throws(JSONFault) {
    switch place {
    case .firstKey, .key:
      if byte == UInt8(ascii: "\"") {
        (isKey, isPlain, token) = (true, true, .string)
        index &+= 1
        tokenStart = open.count &+ index &- run
        try string(&index, &run, bytes, piece)
      } else if byte == UInt8(ascii: "}"), place == .firstKey {
        close(&index, &run, piece, &batch)
      } else {
        throw fault(byte, at: index, .name)
      }
    case .colon:
      guard byte == UInt8(ascii: ":") else { throw fault(byte, at: index, .colon) }
      index &+= 1
      place = .value
    case .afterMember, .afterElement:
      let isMember = place == .afterMember
      if byte == UInt8(ascii: ",") {
        index &+= 1
        place = isMember ? .key : .value
      } else if byte == (isMember ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        close(&index, &run, piece, &batch)
      } else {
        throw fault(byte, at: index, isMember ? .commaOrBrace : .commaOrBracket)
      }
    case .value, .firstElement:
      switch byte {
      case UInt8(ascii: "\""):
        (isKey, isPlain, token) = (false, true, .string)
        index &+= 1
        tokenStart = open.count &+ index &- run
        try string(&index, &run, bytes, piece)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        try push(isObject: byte == UInt8(ascii: "{"), at: open.count &+ index &- run, index)
        index &+= 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"),
        UInt8(ascii: "f"), UInt8(ascii: "n"):
        token = .scalar
        tokenStart = open.count &+ index &- run
        try scalar(&index, &run, bytes, piece)
      case UInt8(ascii: "]") where place == .firstElement: close(&index, &run, piece, &batch)
      default: throw fault(byte, at: index, .value)
      }
    case .end: throw fault(byte, at: index, .end)
    }
  }

  private mutating func push(isObject: Bool, at start: Int, _ index: Int) throws(JSONFault) {
    guard frames.count < AnswerParser.deepest else {
      throw JSONFault(.tooDeep(most: AnswerParser.deepest), at: passed + index)
    }
    var frame = Frame(start: start, isObject: isObject)
    if !isObject, frames.isEmpty || frames.count == 1 && frames[0].member == .data {
      frame.isList = true
      hasList = true
    }
    frames.append(frame)
    place = isObject ? .firstKey : .firstElement
  }

  /// Ends an object or array at `index`.
  private mutating func close(
    _ index: inout Int,
    _ run: inout Int,
    _ piece: ArraySlice<UInt8>,
    _ batch: inout ObjectBatch
  ) {
    index &+= 1
    guard let frame = frames.popLast() else { return }
    if frame.idLength > 0 {
      open.append(contentsOf: piece[(piece.startIndex &+ run)..<(piece.startIndex &+ index)])
      run = index
      let header = RecordHeader(
        length: UInt32(truncatingIfNeeded: open.count &- frame.start),
        idStart: UInt16(truncatingIfNeeded: frame.idStart &- frame.start),
        idLength: UInt8(truncatingIfNeeded: frame.idLength),
        version: frame.version,
        expires: frame.expires,
        typeVersion: frame.typeVersion
      )
      batch.append(open[frame.start...], header, isListed: frames.last?.isList ?? true)
      open.removeSubrange(frame.start...)
      batch.appendLastID(to: &open)
      hasID = frames.isEmpty
      valueEnded(isObjectWithID: true)
      return
    }
    if frames.isEmpty, frame.expires > 0 { expires = Int64(frame.expires) }
    valueEnded()
  }

  @inline(__always)
  private mutating func valueEnded(isObjectWithID: Bool = false) {
    if let last = frames.last {
      place = last.isObject ? .afterMember : .afterElement
      if last.isList, !isObjectWithID { hasOtherElements = true }
    } else {
      place = .end
    }
  }

  @inline(__always)
  private mutating func string(
    _ index: inout Int,
    _ run: inout Int,
    _ bytes: Span<UInt8>,
    _ piece: ArraySlice<UInt8>
  ) throws(JSONFault) {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        let end = open.count &+ index &- run
        token = .none
        index &+= 1
        if isKey {
          keyEnded(at: end, &run, index, piece)
        } else {
          textEnded(at: end, &run, index, piece)
        }
        return
      }
      if byte < 0x20 { throw fault(byte, at: index, .character) }
      index &+= 1
      if byte == UInt8(ascii: "\\") {
        (token, isPlain) = (.escape, false)
        return
      }
    }
  }

  private mutating func escape(_ index: inout Int, _ bytes: Span<UInt8>) throws(JSONFault) {
    switch bytes[index] {
    case UInt8(ascii: "u"): (token, missingDigits) = (.hexadecimal, 4)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      token = .string
    default: throw fault(bytes[index], at: index, .escape)
    }
    index &+= 1
  }

  /// Moves what was read of the piece to the open bytes.
  private mutating func flush(_ run: inout Int, _ index: Int, _ piece: ArraySlice<UInt8>) {
    open.append(contentsOf: piece[(piece.startIndex &+ run)..<(piece.startIndex &+ index)])
    run = index
  }

  @inline(__always)
  private mutating func keyEnded(
    at end: Int,
    _ run: inout Int,
    _ index: Int,
    _ piece: ArraySlice<UInt8>
  ) {
    place = .colon
    let last = frames.count &- 1
    guard last >= 0 else { return }
    var member = KnownMember.other
    let length = end &- tokenStart
    if isPlain, length >= 4, length <= 8 {
      let word: UInt64
      if tokenStart >= open.count {
        let first = piece.startIndex &+ run &+ tokenStart &- open.count
        word = AnswerParser.word(piece, first, length)
      } else {
        flush(&run, index, piece)
        word = AnswerParser.word(open[...], tokenStart, length)
      }
      member = KnownMember(word, ofAnswer: last == 0)
    }
    frames[last].member = member
  }

  @inline(__always)
  private static func word(_ bytes: ArraySlice<UInt8>, _ start: Int, _ length: Int) -> UInt64 {
    let span = bytes.span
    let first = start &- bytes.startIndex
    var word: UInt64 = 0
    for index in first..<first &+ length { word = word &<< 8 | UInt64(span[index]) }
    return word
  }

  private mutating func textEnded(
    at end: Int,
    _ run: inout Int,
    _ index: Int,
    _ piece: ArraySlice<UInt8>
  ) {
    valueEnded()
    let last = frames.count &- 1
    guard last >= 0, frames[last].isObject, frames[last].member != .other, isPlain else { return }
    switch frames[last].member {
    case .uuid:
      let length = end &- tokenStart
      guard length > 0, length <= RecordHeader.longestID, tokenStart &- frames[last].start <= 65_535
      else { return }
      (frames[last].idStart, frames[last].idLength) = (tokenStart, length)
    case .expires:
      flush(&run, index, piece)
      if let number = AnswerParser.number(open[tokenStart..<end]) {
        frames[last].expires = UInt32(clamping: number)
      }
    default: break
    }
  }

  @inline(__always)
  private mutating func scalar(
    _ index: inout Int,
    _ run: inout Int,
    _ bytes: Span<UInt8>,
    _ piece: ArraySlice<UInt8>
  ) throws(JSONFault) {
    while index < bytes.count, bytes[index].isPartOfScalar { index &+= 1 }
    if index < bytes.count { try endScalar(&index, &run, bytes, piece) }
  }

  private mutating func endScalar(
    _ index: inout Int,
    _ run: inout Int,
    _ bytes: Span<UInt8>,
    _ piece: ArraySlice<UInt8>
  ) throws(JSONFault) {
    let last = frames.count &- 1
    let member = last >= 0 && frames[last].isObject ? frames[last].member : .other
    let isValid: Bool
    let end = open.count &+ index &- run
    var number: Int64?
    if tokenStart >= open.count, member == .other {
      let first = run &+ tokenStart &- open.count
      isValid = bytes.extracting(first..<index).isJSONScalar
    } else {
      flush(&run, index, piece)
      isValid = open[tokenStart..<end].span.isJSONScalar
      number = AnswerParser.number(open[tokenStart..<end])
    }
    guard isValid else { throw JSONFault(.invalidScalar, at: passed + index) }
    token = .none
    valueEnded()
    guard let number else { return }
    switch member {
    case .version: frames[last].version = number
    case .expires: frames[last].expires = UInt32(clamping: number)
    case .typeVersion: frames[last].typeVersion = UInt32(clamping: number)
    case .offset: offset = number
    case .count: count = number
    case .total: total = number
    default: break
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard !bytes.isEmpty, bytes.count <= 18 else { return nil }
    var number: Int64 = 0
    for byte in bytes {
      guard byte &- UInt8(ascii: "0") < 10 else { return nil }
      number = number &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
    }
    return number
  }
}
