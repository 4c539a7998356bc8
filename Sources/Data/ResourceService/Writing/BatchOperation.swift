// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel

/// An operation of a batch: `{"op": "create", "type": "flowers", "lid": "a", "body": …}`.
struct BatchOperation {
  let kind: Kind
  /// The type of a new record.
  let type: String?
  /// The record that the operation is about; `nil` for a new one.
  let id: ResourceID?
  /// The name by which other operations of the batch know a new record.
  let localName: String?
  /// The id that the client has chosen for a new record.
  let uuid: DataValue?
  /// The version that the record must have.
  let version: Int64?
  let attributes: DataDictionary
  /// The operations on attributes of an update; `nil` where `attributes` are merged.
  let patch: ResourcePatch?

  enum Kind: String, CaseIterable {
    case create
    case replace
    case upsert
    case update
    case delete
    case undelete
    case get
  }

  private static let names = ["op", "type", "id", "lid", "uuid", "if", "body", "attrs"]

  /// - Parameter place: the operation's name in messages, such as `ops[3]`.
  init(_ value: DataValue, at place: String) throws {
    func fault(_ message: String) -> ResourceProblem {
      ResourceProblem(.badOperation, "\(place) \(message)")
    }
    guard let members = value.dictionary else {
      throw fault("is \(value.kindName); expected an object")
    }
    if let other = members.members.first(where: { !Self.names.contains($0.key) }) {
      throw fault(
        "has a member \"\(other.key.prefix(40))\"; expected \(Self.names.joined(separator: ", "))"
      )
    }
    let name = members["op"]?.string ?? ""
    guard let kind = Kind(rawValue: name) else {
      let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw fault("has the op \"\(name.prefix(20))\"; expected one of \(kinds)")
    }
    self.kind = kind
    type = members["type"]?.string
    id = members["id"]?.string.flatMap(ResourceID.init)
    localName = members["lid"]?.string
    uuid = members["uuid"]
    if kind == .create {
      guard type != nil else { throw fault("has no \"type\" of the new record") }
    } else if id == nil {
      throw fault("has no \"id\" of a record")
    }
    version = try members["if"].map { condition throws(ResourceProblem) in
      guard let number = condition.integer else {
        throw fault("has an \"if\" that is \(condition.kindName); expected a version")
      }
      return number
    }
    attributes =
      try members["body"].map { body throws(ResourceProblem) in
        guard let attributes = body.dictionary else {
          throw fault("has a \"body\" that is \(body.kindName); expected an object")
        }
        return attributes
      } ?? DataDictionary()
    patch = members["attrs"] == nil ? nil : try ResourcePatch(operations: value)
  }
}
