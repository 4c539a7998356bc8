// SPDX-License-Identifier: Apache-2.0

/// Reads old-style (OpenStep) property lists, `{ key = value; }`, and `.strings` files, which are
/// such a dictionary without its braces.
///
/// There is no standard; Apple's reader is the model. Where we chose:
/// - every value is a string, data, an array or a dictionary: `1` is the string "1";
/// - `key;` means `key = key;`, as in `.strings` files;
/// - each member of a dictionary ends with `;`, the last one too; an array may end with a comma;
/// - a repeated key is an error, unless the rules let the last one win;
/// - `\U` with four hexadecimal digits, two of them for a surrogate pair; octal escapes only below
///   `\200`, since higher ones differ between old encodings;
/// - the typed values of GNUstep, `<*I5>`, are refused.
struct OpenStepReader: ~Escapable {
  var cursor: SourceCursor
  let rules: ReadingRules
  /// A buffer for strings with escapes.
  var scratch: [UInt8] = []
  private var valueCount = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, rules: ReadingRules) throws(DataFileError) {
    cursor = try SourceCursor(bytes, limits: rules.limits)
    self.rules = rules
  }

  /// Reads the only value of the file.
  mutating func document() throws(DataFileError) -> DataValue {
    try skipSpace()
    let value = try value(depth: 0)
    try skipSpace()
    guard cursor.atEnd else { throw cursor.failure(expected: "nothing more after the value") }
    return value
  }

  /// Reads the dictionary of a `.strings` file, with or without braces; it may be empty.
  mutating func strings() throws(DataFileError) -> DataValue {
    try skipSpace()
    if cursor.byte == UInt8(ascii: "{") { return try document() }
    let members = try members(depth: 0) { $0.atEnd }
    return DataValue(.dictionary(members), at: .start)
  }

  private mutating func value(depth: Int) throws(DataFileError) -> DataValue {
    let position = cursor.position()
    valueCount &+= 1
    guard valueCount <= rules.limits.values else {
      throw cursor.failure(
        .limit,
        seen: "value number \(valueCount)",
        expected: "at most \(rules.limits.values) values"
      )
    }
    switch cursor.byte {
    case UInt8(ascii: "{"):
      try rules.limits.admit(depth: depth, at: position)
      cursor.index &+= 1
      try skipSpace()
      let members = try members(depth: depth + 1) { $0.byte == UInt8(ascii: "}") }
      cursor.index &+= 1
      return DataValue(.dictionary(members), at: position)
    case UInt8(ascii: "("):
      try rules.limits.admit(depth: depth, at: position)
      return DataValue(.array(try array(depth: depth + 1)), at: position)
    case UInt8(ascii: "<"): return DataValue(.data(try data()), at: position)
    default:
      let text = try string(expected: "a string, \"{\", \"(\" or \"<\"")
      return DataValue(.string(text), at: position)
    }
  }

  /// Reads members until `isEnd`; the end itself is not consumed.
  private mutating func members(
    depth: Int,
    until isEnd: (borrowing SourceCursor) -> Bool
  ) throws(DataFileError) -> DataDictionary {
    var members: [DataDictionary.Member] = []
    while !isEnd(cursor) {
      let position = cursor.position()
      try rules.limits.admit(member: members.count, at: position)
      let key = try string(expected: "a key")
      try skipSpace()
      var value = DataValue(.string(key), at: position)
      if cursor.byte == UInt8(ascii: "=") {
        cursor.index &+= 1
        try skipSpace()
        value = try self.value(depth: depth)
        try skipSpace()
      }
      guard cursor.byte == UInt8(ascii: ";") else {
        throw cursor.failure(expected: "\";\" after the key \(DataFileError.quoted(key))")
      }
      cursor.index &+= 1
      members.append(.init(key, at: position, value))
      try skipSpace()
    }
    return try rules.dictionary(members)
  }

  private mutating func array(depth: Int) throws(DataFileError) -> [DataValue] {
    cursor.index &+= 1
    try skipSpace()
    var elements: [DataValue] = []
    while cursor.byte != UInt8(ascii: ")") {
      try rules.limits.admit(member: elements.count, at: cursor.position())
      elements.append(try value(depth: depth))
      try skipSpace()
      guard cursor.byte == UInt8(ascii: ",") else { break }
      cursor.index &+= 1
      try skipSpace()
    }
    guard cursor.byte == UInt8(ascii: ")") else {
      throw cursor.failure(expected: "\",\" or \")\"")
    }
    cursor.index &+= 1
    return elements
  }

  /// Reads data, `<0fbd77 1c>`.
  private mutating func data() throws(DataFileError) -> [UInt8] {
    let opening = cursor.index
    cursor.index &+= 1
    var data: [UInt8] = []
    var high: UInt8?
    while cursor.byte != UInt8(ascii: ">") {
      if let digit = cursor.byte.hexadecimalValue {
        if let first = high { data.append(first << 4 | digit) }
        high = high == nil ? digit : nil
        try admitText(data.count, at: opening)
      } else if !OpenStepReader.isSpace(cursor.byte) || cursor.atEnd {
        throw cursor.failure(expected: "hexadecimal digits or \">\"")
      }
      cursor.index &+= 1
    }
    guard high == nil else {
      throw cursor.failure(expected: "one more hexadecimal digit: two make a byte")
    }
    cursor.index &+= 1
    return data
  }
}
