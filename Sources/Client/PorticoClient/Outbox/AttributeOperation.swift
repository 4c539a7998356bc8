// SPDX-License-Identifier: Apache-2.0

/// A change of one attribute that does not depend on the value that the device last saw.
///
/// ```swift
/// let like = AttributeOperation("likes", .inc, 1)
/// let tag = AttributeOperation("tags", .addUnique, ["red"])
/// ```
public struct AttributeOperation: Sendable, Hashable {
  /// The operations of the records' service, under its names.
  public enum Code: String, Sendable, CaseIterable {
    case set
    case unset
    /// Adds a number; a missing value counts as 0.
    case inc
    /// Multiplies by a number; a missing value counts as 0.
    case mul
    /// Keeps the smaller of the present value and the operand.
    case min
    /// Keeps the greater of the present value and the operand.
    case max
    /// Adds elements behind those of a list.
    case append
    /// Adds elements before those of a list.
    case prepend
    /// Adds the elements that a list does not have.
    case addUnique
    /// Removes every element that is equal to one of the operand.
    case remove
    /// Inserts an element at an index.
    case insertAt
    /// Sets the instant of the change, by the server's clock.
    case serverTime
  }

  /// The attribute.
  public let name: String
  /// The operation.
  public let code: Code
  /// The operand; `null` for an operation without one.
  public let value: JSONValue
  /// The place of an insertion, from 0.
  public let index: Int

  /// Creates an operation.
  public init(_ name: String, _ code: Code, _ value: JSONValue = .null, at index: Int = 0) {
    (self.name, self.code, self.value, self.index) = (name, code, value, index)
  }

  /// Whether a second execution changes nothing.
  var isIdempotent: Bool {
    switch code {
    case .set, .unset, .min, .max, .addUnique, .remove, .serverTime: true
    case .inc, .mul, .append, .prepend, .insertAt: false
    }
  }

  /// Returns the attribute's value after the operation, as far as the device can tell; `nil` where it has none.
  func applied(to present: JSONValue?) -> JSONValue? {
    let elements = present.map { $0.array ?? [] } ?? []
    let operands = value.array ?? [value]
    switch code {
    case .set: return value == .null ? .none : value
    case .unset: return nil
    case .serverTime: return present
    case .inc: return calculated(present, { $0.addingReportingOverflow($1) }, +)
    case .mul: return calculated(present, { $0.multipliedReportingOverflow(by: $1) }, *)
    case .min: return present.map { isSmaller(value, $0) ? value : $0 } ?? value
    case .max: return present.map { isSmaller($0, value) ? value : $0 } ?? value
    case .append: return .array(elements + operands)
    case .prepend: return .array(operands + elements)
    case .addUnique:
      var known = Set(elements)
      return .array(elements + operands.filter { known.insert($0).inserted })
    case .remove: return present.map { _ in .array(elements.filter { !operands.contains($0) }) }
    case .insertAt:
      guard (0...elements.count).contains(index) else { return present }
      var all = elements
      all.insert(value, at: index)
      return .array(all)
    }
  }

  /// The server refuses what has no result, so that the present value stays.
  private func calculated(
    _ present: JSONValue?,
    _ whole: (Int64, Int64) -> (Int64, Bool),
    _ real: (Double, Double) -> Double
  ) -> JSONValue? {
    let first = present ?? 0
    if case (.integer(let one), .integer(let other)) = (first, value) {
      let (result, overflows) = whole(one, other)
      return overflows ? present : .integer(result)
    }
    guard let one = first.double, let other = value.double else { return present }
    let result = real(one, other)
    return result.isFinite ? .number(result) : present
  }

  private func isSmaller(_ one: JSONValue, _ other: JSONValue) -> Bool {
    if case (.integer(let one), .integer(let other)) = (one, other) { return one < other }
    if let one = one.double, let other = other.double { return one < other }
    // Instants in one form sort as texts.
    if let one = one.string, let other = other.string { return one < other }
    return false
  }

  var json: JSONValue {
    var members: [String: JSONValue] = ["name": .string(name), "op": .string(code.rawValue)]
    if code != .unset, code != .serverTime { members["value"] = value }
    if code == .insertAt { members["index"] = .integer(Int64(index)) }
    return .object(members)
  }

  init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, let code = json["op"]?.string.flatMap(Code.init) else {
      return nil
    }
    self.init(
      name,
      code,
      json["value"] ?? .null,
      at: json["index"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    )
  }
}
