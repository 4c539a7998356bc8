// SPDX-License-Identifier: Apache-2.0

package import DataFiles

// RFC 6902 with the pointers of RFC 6901. All operations of a patch are applied or none.

/// One operation of a JSON patch.
package struct JSONPatchOperation: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case add
    case remove
    case replace
    case move
    case copy
    case test
  }

  package let kind: Kind
  package let path: JSONPointer
  /// The source of a `move` or `copy`.
  package let from: JSONPointer?
  /// The value of an `add`, `replace` or `test`.
  package let value: DataValue?
}

/// A path to a value inside another (RFC 6901).
package struct JSONPointer: Sendable, Equatable, CustomStringConvertible {
  package let description: String
  let keys: [String]

  /// Parses a pointer such as `/tags/0`; `nil` for a text that is none.
  package init?(_ text: String) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
    var keys: [String] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      var key = ""
      var isEscaped = false
      for letter in part.unicodeScalars {
        switch (isEscaped, letter) {
        case (true, "0"): key.unicodeScalars.append("~")
        case (true, "1"): key.unicodeScalars.append("/")
        case (true, _): return nil
        case (false, "~"): break
        case (false, _): key.unicodeScalars.append(letter)
        }
        isEscaped = !isEscaped && letter == "~"
      }
      guard !isEscaped else { return nil }
      keys.append(key)
    }
    description = text
    self.keys = keys
  }
}

extension DataValue {
  /// Returns the value after the operations of a JSON patch.
  ///
  /// - Parameter most: the most bytes that the operations may copy and move together: each copy could double
  ///   the value.
  package func patched(
    with operations: [JSONPatchOperation],
    copying most: Int
  ) throws(ValidationError) -> DataValue {
    var value = self
    var rest = most
    for operation in operations {
      if let added = try value.value(addedBy: operation) {
        let (bytes, depth) = added.extent
        if operation.value == nil { rest -= bytes }
        guard rest >= 0 else {
          throw JSONPointer.fault(
            operation.path,
            "gets more than the \(most) bytes that a patch may copy; expected less",
            .size
          )
        }
        guard operation.path.keys.count + depth <= RecordSizes.depth else {
          throw JSONPointer.fault(
            operation.path,
            "gets a value of more than \(RecordSizes.depth) containers in one another; expected fewer",
            .size
          )
        }
      }
      value = try value.patched(with: operation)
    }
    return value
  }

  /// The value that an operation puts at its path; `nil` for one that puts none there.
  private func value(addedBy operation: JSONPatchOperation) throws(ValidationError) -> DataValue? {
    switch operation.kind {
    case .add, .replace: operation.value ?? .null
    case .copy, .move: try found(operation.from ?? operation.path)
    case .remove, .test: nil
    }
  }

  private func patched(with operation: JSONPatchOperation) throws(ValidationError) -> DataValue {
    let path = operation.path
    switch operation.kind {
    case .add: return try changed(path, .add(operation.value ?? .null))
    case .replace: return try changed(path, .replace(operation.value ?? .null))
    case .remove: return try changed(path, .remove)
    case .copy: return try changed(path, .add(try found(operation.from ?? path)))
    case .move:
      let from = operation.from ?? path
      let moved = try found(from)
      guard from != path else { return self }
      guard !path.keys.starts(with: from.keys) else {
        throw JSONPointer.fault(path, "lies inside \(from), which moves there")
      }
      return try changed(from, .remove).changed(path, .add(moved))
    case .test:
      guard try found(path).isSameJSON(as: operation.value ?? .null) else {
        throw JSONPointer.fault(path, "has another value than the test expects")
      }
      return self
    }
  }

  private enum Edit {
    case add(DataValue)
    case replace(DataValue)
    case remove
  }

  private func found(_ path: JSONPointer) throws(ValidationError) -> DataValue {
    var value = self
    for key in path.keys {
      switch value.content {
      case .dictionary(let dictionary):
        guard let next = dictionary[key] else { throw JSONPointer.missing(path) }
        value = next
      case .array(let elements):
        guard let index = JSONPointer.index(key), elements.indices.contains(index) else {
          throw JSONPointer.missing(path)
        }
        value = elements[index]
      default: throw JSONPointer.missing(path)
      }
    }
    return value
  }

  private func changed(_ path: JSONPointer, _ edit: Edit) throws(ValidationError) -> DataValue {
    try changed(path.keys[...], edit, path) ?? .null
  }

  /// Returns the value with one inside it changed; `nil` where it is removed itself.
  private func changed(
    _ keys: ArraySlice<String>,
    _ edit: Edit,
    _ path: JSONPointer
  ) throws(ValidationError) -> DataValue? {
    guard let key = keys.first else {
      switch edit {
      case .add(let value), .replace(let value): return value
      case .remove: return nil
      }
    }
    let isLast = keys.count == 1
    switch content {
    case .dictionary(let dictionary):
      let present = dictionary[key]
      if present == nil {
        guard isLast, case .add = edit else { throw JSONPointer.missing(path) }
      }
      let changed = try (present ?? .null).changed(keys.dropFirst(), edit, path)
      return DataValue(.dictionary(dictionary.setting(key, changed)), at: position)
    case .array(var elements):
      if isLast, case .add(let value) = edit {
        let index = key == "-" ? elements.count : JSONPointer.index(key)
        guard let index, index <= elements.count else { throw JSONPointer.missing(path) }
        elements.insert(value, at: index)
      } else {
        guard let index = JSONPointer.index(key), elements.indices.contains(index) else {
          throw JSONPointer.missing(path)
        }
        let changed = try elements[index].changed(keys.dropFirst(), edit, path)
        elements.replaceSubrange(index...index, with: changed.map { [$0] } ?? [])
      }
      return DataValue(.array(elements), at: position)
    default: throw JSONPointer.missing(path)
    }
  }
}

extension JSONPointer {
  /// The index of an element: digits without a leading zero.
  fileprivate static func index(_ key: String) -> Int? {
    guard key.utf8.allSatisfy({ (0x30...0x39).contains($0) }), key == "0" || !key.hasPrefix("0")
    else { return nil }
    return Int(key)
  }

  fileprivate static func missing(_ path: JSONPointer) -> ValidationError {
    fault(path, "leads nowhere; expected the path of a value")
  }

  fileprivate static func fault(
    _ path: JSONPointer,
    _ message: String,
    _ code: ValidationError.Code = .operation
  ) -> ValidationError {
    // A path may be as long as the patch.
    ValidationError(path.keys.first ?? "", code, "\(path.description.prefix(200)) \(message)")
  }
}
