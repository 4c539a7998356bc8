// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// A change of one attribute that does not depend on the value that its sender last saw.
package struct AttributeOperation: Sendable, Equatable {
  package let name: String
  package let code: Code
  /// The operand; `null` for operations without one.
  package let value: DataValue
  /// The place of an insertion, from 0.
  package let index: Int

  package init(_ name: String, _ code: Code, _ value: DataValue = .null, at index: Int = 0) {
    self.name = name
    self.code = code
    self.value = value
    self.index = index
  }

  package enum Code: String, Sendable, CaseIterable {
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
    /// Sets the instant of the change.
    case serverTime

    /// Whether the result depends on the present value.
    package var readsValue: Bool {
      switch self {
      case .set, .unset, .serverTime: false
      case .inc, .mul, .min, .max, .append, .prepend, .addUnique, .remove, .insertAt: true
      }
    }
  }
}

extension AttributeOperation {
  /// Returns the attribute's value after the operation; `nil` where it has none.
  package func applied(
    to present: DataValue?,
    at now: Timestamp
  ) throws(ValidationError) -> DataValue? {
    switch code {
    case .set: return value.isNull ? nil : value
    case .unset: return nil
    case .serverTime: return .text(now.description)
    case .inc: return try calculated(present, { $0.addingReportingOverflow($1) }, +)
    case .mul: return try calculated(present, { $0.multipliedReportingOverflow(by: $1) }, *)
    case .min: return try smaller(present, value) ? present : value
    case .max: return try smaller(value, present ?? value) ? present ?? value : value
    case .append: return .list(try elements(of: present) + operands)
    case .prepend: return .list(operands + (try elements(of: present)))
    case .addUnique:
      let all = try elements(of: present)
      var known = Set(all.map(SameJSON.init))
      return .list(all + operands.filter { known.insert(SameJSON($0)).inserted })
    case .remove:
      guard let present else { return nil }
      let removed = Set(operands.map(SameJSON.init))
      return .list(try elements(of: present).filter { !removed.contains(SameJSON($0)) })
    case .insertAt:
      var all = try elements(of: present)
      guard (0...all.count).contains(index) else {
        throw fault("the index is \(index); expected 0 to \(all.count)")
      }
      all.insert(value, at: index)
      return .list(all)
    }
  }

  /// The elements that a list operation adds or removes: those of a list, or one value.
  private var operands: [DataValue] { value.elements ?? [value] }

  private func elements(of present: DataValue?) throws(ValidationError) -> [DataValue] {
    guard let present else { return [] }
    guard let elements = present.elements else {
      throw fault("the value is \(present.kindName); expected a list")
    }
    return elements
  }

  private func calculated(
    _ present: DataValue?,
    _ whole: (Int64, Int64) -> (Int64, Bool),
    _ real: (Double, Double) -> Double
  ) throws(ValidationError) -> DataValue {
    let present = present ?? .integer(0)
    if case (.integer(let first), .integer(let second)) = (present.content, value.content) {
      let (result, overflows) = whole(first, second)
      guard !overflows else {
        throw fault("\(first) and \(second) give more than 64 bits; expected a smaller number")
      }
      return .integer(result)
    }
    guard let first = present.number else {
      throw fault("the value is \(present.kindName); expected a number")
    }
    guard let second = value.number else {
      throw fault("the operand is \(value.kindName); expected a number")
    }
    let result = real(first, second)
    guard result.isFinite else {
      throw fault("\(first) and \(second) give no finite number; expected a smaller one")
    }
    return DataValue(.decimal(DataDecimal(result)))
  }

  /// Whether a value is at most another; both are numbers or instants.
  private func smaller(
    _ first: DataValue?,
    _ second: DataValue
  ) throws(ValidationError) -> Bool {
    guard let first else { return false }
    if case (.integer(let one), .integer(let other)) = (first.content, second.content) {
      return one <= other
    }
    if let one = first.number, let other = second.number { return one <= other }
    if let one = first.string.flatMap(Timestamp.init),
      let other = second.string.flatMap(Timestamp.init)
    {
      return one <= other
    }
    throw fault(
      "\(first.kindName) is compared with \(second.kindName); expected two numbers or instants"
    )
  }

  private func fault(_ message: String) -> ValidationError {
    ValidationError(name, .operation, "\(code.rawValue): \(message)")
  }
}
