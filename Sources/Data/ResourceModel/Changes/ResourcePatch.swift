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
  package func applied(
    to attributes: DataDictionary,
    at now: Timestamp
  ) throws(ValidationErrors) -> DataDictionary {
    let whole = DataValue(.dictionary(attributes))
    switch self {
    case .merge(let patch):
      return whole.patched(with: DataValue(.dictionary(patch))).dictionary ?? attributes
    case .json(let operations):
      do throws(ValidationError) {
        guard let patched = try whole.patched(with: operations).dictionary else {
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
    self = .operations(try ResourcePatch.read(value["attrs"], "attrs") { AttributeOperation($0) })
  }

  /// Reads a JSON patch.
  package init(jsonPatch value: DataValue) throws(ValidationErrors) {
    self = .json(try ResourcePatch.read(value, "patch") { JSONPatchOperation($0) })
  }

  /// The most operations of a patch.
  package static let mostOperations = 1_000

  private static func read<Operation>(
    _ value: DataValue?,
    _ place: String,
    _ read: (DataValue) -> Operation?
  ) throws(ValidationErrors) -> [Operation] {
    guard let elements = value?.elements, elements.count <= mostOperations else {
      let message = "is no list of at most \(mostOperations) operations"
      throw ValidationErrors([ValidationError(place, .type, message)])
    }
    var errors: [ValidationError] = []
    let operations = elements.indices.compactMap { index in
      let operation = read(elements[index])
      if operation == nil {
        errors.append(
          ValidationError("\(place)[\(index)]", .operation, "is no operation of this kind of patch")
        )
      }
      return operation
    }
    guard errors.isEmpty else { throw ValidationErrors(errors) }
    return operations
  }
}

extension AttributeOperation {
  /// Reads an operation; `nil` for anything else.
  fileprivate init?(_ value: DataValue) {
    guard let name = value["name"]?.string, !name.isEmpty, !ResourceType.isSystemName(name),
      let code = value["op"]?.string.flatMap(Code.init)
    else { return nil }
    var index = 0
    if code == .insertAt {
      guard case .integer(let place)? = value["index"]?.content, let place = Int(exactly: place)
      else { return nil }
      index = place
    }
    let operand = value["value"]
    guard operand != nil || code == .unset || code == .serverTime else { return nil }
    self.init(name, code, operand ?? .null, at: index)
  }
}

extension JSONPatchOperation {
  /// Reads an operation; `nil` for anything else.
  fileprivate init?(_ value: DataValue) {
    guard let kind = value["op"]?.string.flatMap(Kind.init),
      let path = value["path"]?.string.flatMap(JSONPointer.init)
    else { return nil }
    let from = value["from"]?.string.flatMap(JSONPointer.init)
    switch kind {
    case .move, .copy: guard from != nil else { return nil }
    case .add, .replace, .test: guard value["value"] != nil else { return nil }
    case .remove: break
    }
    self.init(kind: kind, path: path, from: from, value: value["value"])
  }
}
