// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// A change of a record's attributes.
package enum ResourcePatch: Sendable, Equatable {
  /// RFC 7396.
  case merge(DataDictionary)
  /// RFC 6902.
  case json([JSONPatchOperation])
  case operations([AttributeOperation])

  /// Returns the attributes after the change, unchecked.
  ///
  /// - Parameter most: the most bytes that a JSON patch may copy.
  package func applied(
    to attributes: DataDictionary,
    at now: Timestamp,
    copying most: Int = RecordSizes().record
  ) throws(ValidationErrors) -> DataDictionary {
    let whole = DataValue(.dictionary(attributes))
    switch self {
    case .merge(let patch):
      return whole.patched(with: DataValue(.dictionary(patch))).dictionary ?? attributes
    case .json(let operations):
      do throws(ValidationError) {
        guard let patched = try whole.patched(with: operations, copying: most).dictionary else {
          throw ValidationError("", .type, "the patch leaves no object; expected one")
        }
        return patched
      } catch {
        throw ValidationErrors([error])
      }
    case .operations(let operations):
      var attributes = attributes
      var errors: [ValidationError] = []
      for operation in operations {
        do throws(ValidationError) {
          let value = try operation.applied(to: attributes[operation.name], at: now)
          attributes = attributes.setting(operation.name, value)
        } catch {
          errors.append(error)
        }
      }
      guard errors.isEmpty else { throw ValidationErrors(errors) }
      return attributes
    }
  }
}

extension ResourcePatch {
  /// Reads the attribute operations of `{"attrs": [{"name": "likes", "op": "inc", "value": 1}]}`.
  package init(operations value: DataValue) throws(ValidationErrors) {
    self = .operations(
      try ResourcePatch.read(value["attrs"], "attrs", AttributeOperation.init(_:at:))
    )
  }

  /// Reads a JSON patch.
  package init(jsonPatch value: DataValue) throws(ValidationErrors) {
    self = .json(try ResourcePatch.read(value, "patch", JSONPatchOperation.init(_:at:)))
  }

  /// The most operations of a patch.
  package static let mostOperations = 1_000

  private static func read<Operation>(
    _ value: DataValue?,
    _ place: String,
    _ read: (DataValue, String) throws(ValidationError) -> Operation
  ) throws(ValidationErrors) -> [Operation] {
    guard let elements = value?.elements, elements.count <= mostOperations else {
      let message = "is no list of at most \(mostOperations) operations"
      throw ValidationErrors([ValidationError(place, .type, message)])
    }
    var errors: [ValidationError] = []
    let operations = elements.indices.compactMap { index in
      do throws(ValidationError) {
        return try read(elements[index], "\(place)[\(index)]")
      } catch {
        errors.append(error)
        return nil
      }
    }
    guard errors.isEmpty else { throw ValidationErrors(errors) }
    return operations
  }

  /// The operation that a word names.
  fileprivate static func code<Code: RawRepresentable<String> & CaseIterable>(
    _ value: DataValue,
    at place: String
  ) throws(ValidationError) -> Code {
    let word = value["op"].map { $0.string ?? $0.kindName } ?? "missing"
    guard let code = Code(rawValue: word) else {
      let all = Code.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        place,
        .operation,
        "has an op that is \(word.prefix(20)); expected \(all)"
      )
    }
    return code
  }
}

extension AttributeOperation {
  /// Reads an operation.
  fileprivate init(_ value: DataValue, at place: String) throws(ValidationError) {
    let code: Code = try ResourcePatch.code(value, at: place)
    func fault(_ message: String) -> ValidationError {
      ValidationError(place, .operation, message)
    }
    guard let name = value["name"]?.string, !name.isEmpty, !ResourceType.isSystemName(name) else {
      let name = value["name"].map { $0.string ?? $0.kindName } ?? "missing"
      throw fault("has a name that is \(name.prefix(40)); expected that of an attribute")
    }
    var index = 0
    if code == .insertAt {
      guard let place = value["index"]?.integer.flatMap(Int.init(exactly:)) else {
        throw fault("has no index; expected a whole number")
      }
      index = place
    }
    let operand = value["value"]
    guard operand != nil || code == .unset || code == .serverTime else {
      throw fault("has no value, which \(code.rawValue) needs")
    }
    self.init(name, code, operand ?? .null, at: index)
  }
}

extension JSONPatchOperation {
  /// Reads an operation.
  fileprivate init(_ value: DataValue, at place: String) throws(ValidationError) {
    let kind: Kind = try ResourcePatch.code(value, at: place)
    func fault(_ message: String) -> ValidationError {
      ValidationError(place, .operation, message)
    }
    guard let path = value["path"]?.string.flatMap(JSONPointer.init) else {
      throw fault("has no path; expected a JSON Pointer such as /stars")
    }
    let from = value["from"]?.string.flatMap(JSONPointer.init)
    switch kind {
    case .move, .copy:
      guard from != nil else { throw fault("has no from; expected a JSON Pointer such as /stars") }
    case .add, .replace, .test:
      guard value["value"] != nil else { throw fault("has no value, which \(kind.rawValue) needs") }
    case .remove: break
    }
    self.init(kind: kind, path: path, from: from, value: value["value"])
  }
}
