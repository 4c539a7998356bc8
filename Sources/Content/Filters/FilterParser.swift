// SPDX-License-Identifier: Apache-2.0

import DataFiles

extension Filter {
  /// Parses a filter and checks it against a schema; an empty one matches every record.
  package init(
    _ source: String,
    schema: FilterSchema,
    limits: FilterLimits = FilterLimits()
  ) throws(FilterError) {
    var parser = FilterParser(source, schema, limits)
    self = try parser.parse()
  }
}

/// A recursive descent parser of filters.
struct FilterParser {
  let source: String
  let bytes: [UInt8]
  let schema: FilterSchema
  private let limits: FilterLimits
  var position = 0
  private var terms = 0

  init(_ source: String, _ schema: FilterSchema, _ limits: FilterLimits) {
    self.source = source
    self.schema = schema
    self.limits = limits
    bytes = Array(source.utf8)
  }

  mutating func parse() throws(FilterError) -> Filter {
    guard bytes.count <= limits.bytes else {
      throw fault(
        .tooLong,
        "the filter has \(bytes.count) bytes, expected at most \(limits.bytes)",
        at: limits.bytes
      )
    }
    skipBlanks()
    guard position < bytes.count else { return .all([]) }
    let filter = try expression(depth: 0)
    guard position == bytes.count else {
      throw fault(.syntax, "\(found) is unexpected; expected AND, OR or the end")
    }
    return filter
  }

  /// Parses terms that are all joined by `AND`, or all by `OR`.
  private mutating func expression(depth: Int) throws(FilterError) -> Filter {
    var filters = [try term(depth: depth)]
    var joiner: String?
    while let word = keyword(among: ["AND", "OR"]) {
      guard joiner == nil || joiner == word else {
        throw fault(.syntax, "AND and OR stand side by side; expected parentheses around one")
      }
      joiner = word
      position += word.utf8.count
      filters.append(try term(depth: depth))
    }
    guard let joiner else { return filters[0] }
    return joiner == "AND"
      ? .all(filters.flatMap { if case .all(let parts) = $0 { parts } else { [$0] } })
      : .any(filters.flatMap { if case .any(let parts) = $0 { parts } else { [$0] } })
  }

  private mutating func term(depth: Int) throws(FilterError) -> Filter {
    skipBlanks()
    guard depth <= limits.depth else {
      throw fault(
        .tooDeep,
        "expected at most \(limits.depth) parentheses and NOT inside each other"
      )
    }
    if keyword(among: ["NOT"]) != nil || at("-") {
      position += at("-") ? 1 : 3
      let filter = try term(depth: depth + 1)
      // Two negations are none.
      if case .not(let inner) = filter { return inner }
      return .not(filter)
    }
    guard at("(") else { return try restriction() }
    let start = position
    position += 1
    let filter = try expression(depth: depth + 1)
    skipBlanks()
    guard at(")") else {
      guard position == bytes.count else {
        throw fault(.syntax, "\(found) is unexpected; expected AND, OR or )")
      }
      throw fault(.syntax, "the parenthesis is not closed", at: start)
    }
    position += 1
    skipBlanks()
    return filter
  }

  private mutating func countTerm() throws(FilterError) {
    terms += 1
    guard terms <= limits.terms else {
      throw fault(.tooManyTerms, "expected at most \(limits.terms) comparisons")
    }
  }

  /// Parses a comparison, `IN`, `exists`, or a function with a boolean result.
  private mutating func restriction() throws(FilterError) -> Filter {
    try countTerm()
    let start = position
    let name = takeName()
    guard !name.isEmpty else {
      throw fault(.syntax, "\(found) is unexpected; expected the name of a field")
    }
    if name == "exists", at("(") { return try existence(from: start) }
    if at("(") {
      let call = try call(of: name, from: start)
      guard call.function.result == .boolean else {
        throw fault(
          .type,
          "\(name)() is \(call.function.result.expectation); expected a comparison",
          at: start
        )
      }
      return .call(call)
    }
    guard let field = schema.field(name) else { throw unknownField(name, at: start) }
    skipBlanks()
    let place = position
    if keyword(among: ["IN"]) != nil { return try membership(of: field, from: start) }
    if let filter = try expression(of: field, from: start) { return filter }
    guard let comparator = takeComparator() else {
      throw fault(
        .syntax,
        "\(found) stands behind \(name); expected one of = != < <= > >= : IN and a value"
      )
    }
    guard !comparator.isOrdered || field.type.isOrdered else {
      throw fault(
        .type,
        "\(name) is \(field.type.rawValue), which has no order; expected =, != or :",
        at: place
      )
    }
    let operand = try operand(of: field, comparator)
    skipBlanks()
    return .comparison(FilterComparison(field, comparator, operand, at: start))
  }

  /// Parses the rest of `exists(name)`, which is `name = *`.
  private mutating func existence(from start: Int) throws(FilterError) -> Filter {
    position += 1
    skipBlanks()
    let place = position
    let name = takeName()
    guard let field = schema.field(name) else {
      guard name.isEmpty else { throw unknownField(name, at: place) }
      throw fault(.syntax, "\(found) is unexpected; expected the name of a field in exists()")
    }
    skipBlanks()
    guard at(")") else { throw fault(.syntax, "\(found) is unexpected; expected ) of exists()") }
    position += 1
    skipBlanks()
    return .comparison(FilterComparison(field, .equal, .anything, at: start))
  }

  /// Parses the rest of `name IN (a, b)`, which is `(name = a OR name = b)`.
  private mutating func membership(
    of field: FilterField,
    from start: Int
  ) throws(FilterError) -> Filter {
    position += "IN".utf8.count
    skipBlanks()
    guard at("(") else {
      throw fault(.syntax, "\(found) stands behind IN; expected values in parentheses")
    }
    var filters: [Filter] = []
    repeat {
      position += 1
      if !filters.isEmpty { try countTerm() }
      let operand = try operand(of: field, .equal)
      filters.append(.comparison(FilterComparison(field, .equal, operand, at: start)))
      skipBlanks()
    } while at(",")
    guard at(")") else {
      throw fault(.syntax, "\(found) is unexpected; expected a comma or ) behind IN")
    }
    position += 1
    skipBlanks()
    return filters.count == 1 ? filters[0] : .any(filters)
  }

  private func unknownField(_ name: String, at start: Int) -> FilterError {
    let words = ["and": "AND", "or": "OR", "not": "NOT"]
    let nearest = words[name.lowercased()] ?? schema.suggestion(for: name)
    let hint = nearest.map { "; did you mean \($0)?" } ?? ""
    return fault(.unknownField, "there is no field \(name)\(hint)", at: start)
  }

  private mutating func takeComparator() -> FilterComparison.Comparator? {
    let rest = bytes[position...]
    let comparator = FilterParser.comparators.first { rest.starts(with: $0.rawValue.utf8) }
    if let comparator { position += comparator.rawValue.utf8.count }
    return comparator
  }

  /// The longest first, so that `<=` is not read as `<`.
  private static let comparators = FilterComparison.Comparator.allCases.sorted {
    $0.rawValue.utf8.count > $1.rawValue.utf8.count
  }
}

extension FilterParser {
  mutating func skipBlanks() {
    while position < bytes.count, FilterParser.isBlank(bytes[position]) { position += 1 }
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether a mark is next.
  func at(_ mark: Unicode.Scalar) -> Bool {
    position < bytes.count && bytes[position] == UInt8(ascii: mark)
  }

  /// Takes letters, digits, underscores and dots.
  private mutating func takeName() -> String {
    let name = bytes[position...].prefix(while: FilterParser.isOfName)
    position += name.count
    return String(decoding: name, as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// Returns the keyword that is next, if one is.
  private mutating func keyword(among words: [String]) -> String? {
    skipBlanks()
    return words.first { word in
      let rest = bytes[position...]
      guard rest.starts(with: word.utf8) else { return false }
      return rest.dropFirst(word.utf8.count).first.map { !FilterParser.isOfName($0) } ?? true
    }
  }

  /// The next word, for errors.
  var found: String {
    let rest = bytes[position...]
    guard !rest.isEmpty else { return "the end" }
    let word = rest.prefix { !FilterParser.isBlank($0) }
    return FilterParser.shown(String(decoding: word, as: UTF8.self))
  }

  /// At most 32 letters of a text, without those that control a terminal.
  static func shown(_ text: String) -> String {
    String(
      text.prefix(32).map { letter in
        letter.unicodeScalars.contains { $0.properties.generalCategory == .control }
          ? "\u{FFFD}" : letter
      }
    )
  }

  func fault(_ kind: FilterError.Kind, _ message: String, at offset: Int? = nil) -> FilterError {
    FilterError(kind: kind, message: message, offset: offset ?? position, source: source)
  }
}
