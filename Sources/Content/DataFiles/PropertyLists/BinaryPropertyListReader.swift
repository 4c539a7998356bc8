// SPDX-License-Identifier: Apache-2.0

/// Reads binary property lists, `bplist00`.
///
/// No number of the file is trusted: each offset, count and reference is checked before use. Where
/// Apple's reader leaves a choice:
/// - a shared object is expanded for each reference, and counts towards the limits as often; one
///   that contains itself is an error;
/// - integers of 16 bytes are read if they fit in 64 bits, signed or not;
/// - keys are strings, and each is in its dictionary once;
/// - null is a value; sets, UIDs of archives and fill bytes are refused;
/// - positions are on line 1, with the offset of the object's byte, plus 1, as the column.
struct BinaryPropertyListReader: ~Escapable {
  static let magic = "bplist00"
  private static let trailerSize = 32

  let bytes: Span<UInt8>
  let rules: ReadingRules
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let topObject: Int
  let tableStart: Int
  private var valueCount = 0
  var textCount = 0
  /// The open containers, from the root on.
  private var open: [Int] = []

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, rules: ReadingRules) throws(DataFileError) {
    try rules.limits.admit(fileOf: bytes.count)
    let head = BinaryPropertyListReader.magic.utf8.count
    guard bytes.count > head + BinaryPropertyListReader.trailerSize else {
      throw DataFileError(
        .endOfFile,
        at: .init(line: 1, column: bytes.count + 1),
        seen: "\(bytes.count) bytes",
        expected: "at least \(head + BinaryPropertyListReader.trailerSize + 1)"
      )
    }
    for (index, byte) in BinaryPropertyListReader.magic.utf8.enumerated()
    where bytes[index] != byte {
      throw DataFileError(
        .unsupported,
        at: .init(line: 1, column: index + 1),
        seen: "the byte 0x\(hexadecimal(UInt32(bytes[index]), width: 2))",
        expected: "the head \(BinaryPropertyListReader.magic)"
      )
    }
    let trailer = bytes.count - BinaryPropertyListReader.trailerSize
    let table = Self.number(bytes, at: trailer + 24, size: 8)
    let count = Self.number(bytes, at: trailer + 8, size: 8)
    let top = Self.number(bytes, at: trailer + 16, size: 8)
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), table > head,
      table <= trailer, count > 0, count <= (trailer - Int(table)) / offsetSize, top < count
    else {
      throw DataFileError(
        .corrupt,
        at: .init(line: 1, column: trailer + 1),
        seen: "a trailer with \(count) objects, the top one \(top), and their table at \(table)",
        expected: "objects and a table inside of the \(bytes.count) bytes"
      )
    }
    self.bytes = bytes
    self.rules = rules
    (self.offsetSize, self.referenceSize) = (offsetSize, referenceSize)
    (objectCount, topObject, tableStart) = (Int(count), Int(top), Int(table))
  }

  mutating func document() throws(DataFileError) -> DataValue { try value(topObject) }

  /// Reads the object with a number.
  private mutating func value(_ number: Int) throws(DataFileError) -> DataValue {
    let start = try offset(of: number)
    let position = BinaryPropertyListReader.position(start)
    valueCount &+= 1
    guard valueCount <= rules.limits.values else {
      throw DataFileError(
        .limit,
        at: position,
        seen: "value number \(valueCount), shared ones counted again",
        expected: "at most \(rules.limits.values) values"
      )
    }
    let kind = bytes[start] >> 4
    guard kind == 0xA || kind == 0xD else {
      return DataValue(try scalar(at: start), at: position)
    }
    guard !open.contains(number) else {
      throw corrupt(start, seen: "a container inside of itself", expected: "a tree")
    }
    try rules.limits.admit(depth: open.count, at: position)
    open.append(number)
    defer { open.removeLast() }
    return DataValue(kind == 0xA ? try array(at: start) : try dictionary(at: start), at: position)
  }

  private mutating func array(at start: Int) throws(DataFileError) -> DataValue.Content {
    let references = try payload(at: start, unit: referenceSize)
    try rules.limits.admit(members: references.count, at: Self.position(start))
    var elements: [DataValue] = []
    for index in 0..<references.count {
      elements.append(try value(try reference(references.start, index)))
    }
    return .array(elements)
  }

  private mutating func dictionary(at start: Int) throws(DataFileError) -> DataValue.Content {
    let references = try payload(at: start, unit: referenceSize * 2)
    try rules.limits.admit(members: references.count, at: Self.position(start))
    var members: [DataDictionary.Member] = []
    for index in 0..<references.count {
      let place = try offset(of: try reference(references.start, index))
      guard case .string(let key) = try scalar(at: place) else {
        throw corrupt(place, seen: "a key that is no string", expected: "a string")
      }
      let number = try reference(references.start, references.count + index)
      members.append(.init(key, at: Self.position(place), try value(number)))
    }
    return .dictionary(try rules.dictionary(members))
  }

  private func reference(_ start: Int, _ index: Int) throws(DataFileError) -> Int {
    let place = start + index * referenceSize
    let number = Self.number(bytes, at: place, size: referenceSize)
    guard number < objectCount else {
      throw corrupt(place, seen: "object number \(number)", expected: "below \(objectCount)")
    }
    return Int(number)
  }

  /// Returns the offset of an object, which is before the offset table.
  private func offset(of number: Int) throws(DataFileError) -> Int {
    let place = tableStart + number * offsetSize
    let offset = Self.number(bytes, at: place, size: offsetSize)
    guard offset >= Self.magic.utf8.count, offset < tableStart else {
      throw corrupt(place, seen: "an object at \(offset)", expected: "one before \(tableStart)")
    }
    return Int(offset)
  }
}
