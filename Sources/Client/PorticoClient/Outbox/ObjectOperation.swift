// SPDX-License-Identifier: Apache-2.0

/// An operation on one object, as the outbox keeps it and the server performs it.
///
/// ```swift
/// let add = outbox.creation(["text": "More roses"], "note", at: "/v1/notes")
/// let like = ObjectOperation(.attributes([AttributeOperation("likes", .inc, 1)]), add.object, at: "/v1/notes")
/// try await outbox.enqueue(add)
/// try await outbox.enqueue(like)
/// ```
public struct ObjectOperation: Sendable, Hashable {
  /// The forms of operations.
  public enum Change: Sendable, Hashable {
    /// Creates the object, under the id that the device has given it.
    case create([String: JSONValue])
    /// Replaces all attributes; creates the object if it is not there.
    case replace([String: JSONValue])
    /// Sets some attributes, and removes those that are `null` (RFC 7396).
    case merge([String: JSONValue])
    /// Changes attributes by operations that do not depend on the values that the device saw.
    case attributes([AttributeOperation])
    /// Deletes the object.
    case delete
    /// Calls a custom method, such as `undelete`, with a body; the store shows its effect once the server answers.
    case method(String, JSONValue?)
  }

  /// The id of the object.
  public let object: String
  /// The address of the collection, such as `/v1/notes`.
  public let link: String
  /// The zone in which a new object is created.
  public let zone: String
  /// The change.
  public let change: Change
  /// Whether the server refuses the operation if somebody has changed the object since the device last saw it.
  public let isConditional: Bool

  /// - Parameters:
  ///   - object: the id of the object.
  ///   - link: the address of the collection, such as `/v1/notes`.
  ///   - isConditional: whether a change of somebody else makes it a ``Conflict``.
  public init(
    _ change: Change,
    _ object: String,
    at link: String,
    zone: String = "",
    ifUnchanged isConditional: Bool = false
  ) {
    (self.change, self.object, self.link, self.zone) = (change, object, link, zone)
    self.isConditional = isConditional
  }

  /// The attributes that the operation sets; `nil` for all of them.
  var touched: Set<String>? {
    switch change {
    case .create(let fields), .merge(let fields): Set(fields.keys)
    case .attributes(let operations): Set(operations.map(\.name))
    case .method: []
    case .replace, .delete: nil
    }
  }

  /// Whether a second execution changes nothing that the first one has not.
  var isIdempotent: Bool {
    switch change {
    case .create, .replace, .merge, .delete: true
    case .attributes(let operations): operations.allSatisfy(\.isIdempotent)
    case .method: false
    }
  }

  /// Applies the operation to an object as the device knows it.
  func apply(to object: inout FoldedObject) {
    switch change {
    case .create(let fields), .replace(let fields):
      object.removeAttributes()
      object.isThere = true
      for (name, value) in fields where value != .null { object[name] = value }
    case .merge(let patch):
      guard object.isThere else { return }
      for (name, value) in patch {
        object[name] = value == .null ? .none : (object[name] ?? .null).patched(with: value)
      }
    case .attributes(let operations):
      guard object.isThere else { return }
      for operation in operations {
        object[operation.name] = operation.applied(to: object[operation.name])
      }
    case .delete: object.isThere = false
    case .method: break
    }
  }
}

extension ObjectOperation {
  /// The address of the object.
  package var record: String { link + "/" + object.percentEncoded() }

  /// The request that performs the operation, without its key and condition.
  package var request: (method: String, link: String, body: ContiguousArray<UInt8>) {
    let query = zone.isEmpty ? "" : "?zone=" + zone.percentEncoded()
    func body(_ value: JSONValue) -> ContiguousArray<UInt8> { ContiguousArray(value.json) }
    switch change {
    case .create(var fields):
      fields["uuid"] = .string(object)
      return ("POST", link + query, body(.object(fields)))
    case .replace(let fields): return ("PUT", record + query, body(.object(fields)))
    case .merge(let patch): return ("PATCH", record, body(.object(patch)))
    case .attributes(let operations):
      return ("PATCH", record, body(["attrs": .array(operations.map(\.json))]))
    case .delete: return ("DELETE", record, [])
    case .method(let name, let value):
      return ("POST", record + ":" + name.percentEncoded(), value.map(body) ?? [])
    }
  }

  /// The media type of the body; a merge patch has its own, so that an attribute may be called `attrs`.
  package var mediaType: String {
    if case .merge = change { "application/merge-patch+json" } else { "application/json" }
  }

  /// The form in which the journal has it.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "object": .string(object), "link": .string(link), "zone": .string(zone),
      "isConditional": .bool(isConditional),
    ]
    switch change {
    case .create(let fields): members["create"] = .object(fields)
    case .replace(let fields): members["replace"] = .object(fields)
    case .merge(let patch): members["merge"] = .object(patch)
    case .attributes(let operations): members["attributes"] = .array(operations.map(\.json))
    case .delete: members["delete"] = true
    case .method(let name, let body):
      members["method"] = .string(name)
      members["body"] = body
    }
    return .object(members)
  }

  init?(_ json: JSONValue) {
    guard let object = json["object"]?.string, let link = json["link"]?.string,
      let zone = json["zone"]?.string, let isConditional = json["isConditional"]?.bool
    else { return nil }
    let change: Change
    if let fields = json["create"]?.object {
      change = .create(fields)
    } else if let fields = json["replace"]?.object {
      change = .replace(fields)
    } else if let patch = json["merge"]?.object {
      change = .merge(patch)
    } else if let operations = json["attributes"]?.array {
      change = .attributes(operations.compactMap { AttributeOperation($0) })
    } else if let name = json["method"]?.string {
      change = .method(name, json["body"])
    } else if json["delete"]?.bool == true {
      change = .delete
    } else {
      return nil
    }
    self.init(change, object, at: link, zone: zone, ifUnchanged: isConditional)
  }
}

extension JSONValue {
  /// Returns the value after a merge patch (RFC 7396).
  func patched(with patch: JSONValue) -> JSONValue {
    guard let members = patch.object else { return patch }
    var result = object ?? [:]
    for (name, value) in members {
      result[name] = value == .null ? .none : (result[name] ?? .null).patched(with: value)
    }
    return .object(result)
  }
}
