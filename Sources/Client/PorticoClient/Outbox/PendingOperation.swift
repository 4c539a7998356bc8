// SPDX-License-Identifier: Apache-2.0

/// An operation that the server has not acknowledged.
public struct PendingOperation: Sendable, Identifiable {
  /// The states of an operation.
  public enum State: Sendable, Hashable {
    /// Waits for its turn, for a network or for the server.
    case waiting
    /// Was sent, and has no answer yet.
    case sending
    /// Was refused, and waits for a ``Refusal/Decision``.
    case refused(Refusal.Cause)
    /// Meets a change of somebody else, and waits for a ``Conflict/Resolution``.
    case conflicting
  }

  /// The idempotency key, by which the server knows the operation.
  public let id: String
  /// The operation.
  public let operation: ObjectOperation
  /// The state.
  public internal(set) var state = State.waiting

  /// The place among all operations of the device.
  let number: UInt64
  /// The attributes that the operation sets, as they were before it.
  let base: [String: JSONValue]
  /// The version that the object must have; `nil` where any will do.
  package var version: Int64?
  /// The instant of the first sending, in seconds since 1970.
  var firstSent: Int64?
  /// Whether the operation was sent before, and may have been performed.
  var isRepeated = false
  /// The object with the change of somebody else; `nil` for one that was deleted.
  var theirs: StoredObject?

  init(
    _ operation: ObjectOperation,
    _ id: String,
    number: UInt64,
    over object: StoredObject?,
    version: Int64?
  ) {
    (self.operation, self.id, self.number, self.version) = (operation, id, number, version)
    let before = FoldedObject(object)
    var base: [String: JSONValue] = [:]
    for name in operation.touched ?? before.attributes { base[name] = before[name] }
    self.base = base
  }

  /// The same operation on top of another state of the object, under another key.
  init(
    _ pending: PendingOperation,
    as operation: ObjectOperation,
    _ id: String,
    over object: StoredObject?
  ) {
    self.init(
      operation,
      id,
      number: pending.number,
      over: object,
      version: operation.isConditional ? object?.version : nil
    )
  }

  /// Whether an object has the attributes that the operation was based on.
  func isBased(on object: StoredObject) -> Bool {
    let names = operation.touched ?? FoldedObject(object).attributes.union(base.keys)
    return names.allSatisfy { object[$0] == base[$0] }
  }

  /// The refusal, for an operation that was refused.
  var refusal: Refusal? {
    guard case .refused(let cause) = state else { return nil }
    return Refusal(id: id, operation: operation, cause: cause)
  }

  /// The conflict, for an operation that meets a change of somebody else.
  var conflict: Conflict? { state == .conflicting ? Conflict(self) : nil }
}

/// An operation that was refused, with the answer of the server. It no longer shows in the store, and later operations
/// on the same object wait until the app decides; those on other objects go on.
///
/// ```swift
/// for refusal in outbox.refusals {
///   if case .server(422, let problem) = refusal.cause { show(problem?["errors"]) }
///   try await outbox.decide(refusal, .drop)
/// }
/// ```
public struct Refusal: Sendable, Identifiable {
  /// The reasons of refusals.
  public enum Cause: Sendable, Hashable {
    /// The server answered with a status of 400 to 499, and a problem document.
    case server(Int, JSONValue?)
    /// The answer was lost for so long that the server may have forgotten the key: the operation may have been
    /// performed, and would be performed again.
    case keyExpired
  }

  /// The decisions of an app.
  public enum Decision: Sendable {
    /// Sends the operation again, as a new one.
    case retry
    /// Forgets the operation; later ones on the same object go on.
    case drop
    /// Forgets the operation, and all later ones on the same object.
    case dropAll
  }

  /// The id of the operation.
  public let id: String
  /// The operation.
  public let operation: ObjectOperation
  /// The reason.
  public let cause: Cause
}

/// An operation whose object somebody else has changed, with the attributes of all three sides.
///
/// ```swift
/// for conflict in outbox.conflicts {
///   let isClear = conflict.attributes.allSatisfy { !$0.isDisputed }
///   try await outbox.resolve(conflict, isClear ? .mine : ask(conflict))
/// }
/// ```
public struct Conflict: Sendable, Identifiable {
  /// An attribute that the operation sets; `nil` where a side has none.
  public struct Attribute: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value before both changes.
    public let base: JSONValue?
    /// The value after the operation of this device.
    public let mine: JSONValue?
    /// The value after the change of somebody else.
    public let theirs: JSONValue?

    /// Whether both sides have changed the attribute, to different values.
    public var isDisputed: Bool { theirs != base && theirs != mine }
  }

  /// The resolutions of an app.
  public enum Resolution: Sendable {
    /// Performs the operation on top of the change of somebody else.
    case mine
    /// Forgets the operation.
    case theirs
    /// Sets these attributes instead, on top of the change of somebody else.
    case merged([String: JSONValue])
  }

  /// The id of the operation.
  public let id: String
  /// The operation.
  public let operation: ObjectOperation
  /// The object as the server has it; `nil` for one that was deleted.
  public let theirs: StoredObject?
  /// The attributes that the operation sets, by name.
  public let attributes: [Attribute]

  init(_ pending: PendingOperation) {
    (id, operation, theirs) = (pending.id, pending.operation, pending.theirs)
    let (base, theirs) = (pending.base, pending.theirs)
    var mine = FoldedObject(nil)
    mine.isThere = true
    for (name, value) in base { mine[name] = value }
    pending.operation.apply(to: &mine)
    let names = pending.operation.touched ?? Set(base.keys).union(mine.attributes)
    attributes = names.sorted().map { name in
      Attribute(
        name: name,
        base: base[name],
        mine: mine.isThere ? mine[name] : nil,
        theirs: theirs?[name]
      )
    }
  }

  /// Whether the other side has made the same change.
  var isAgreed: Bool {
    guard let theirs else { return operation.change == .delete }
    guard operation.change != .delete, operation.isIdempotent else { return false }
    let isWhole = operation.touched == nil
    return attributes.allSatisfy { $0.theirs == $0.mine }
      && (!isWhole || FoldedObject(theirs).attributes.isSubset(of: attributes.map(\.name)))
  }
}

extension PendingOperation {
  /// The form in which the journal has it.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id), "number": .integer(Int64(clamping: number)), "operation": operation.json,
      "base": .object(base),
    ]
    members["version"] = version.map { .integer($0) }
    members["firstSent"] = firstSent.map { .integer($0) }
    switch state {
    case .waiting, .sending: break
    case .refused(.server(let status, let document)):
      members["status"] = .integer(Int64(status))
      members["document"] = document
    case .refused(.keyExpired): members["keyExpired"] = true
    case .conflicting:
      members["conflicting"] = true
      members["theirs"] = theirs.flatMap { try? JSONValue(json: $0.json) }
    }
    return .object(members)
  }

  init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let number = json["number"]?.integer,
      let operation = json["operation"].flatMap({ ObjectOperation($0) })
    else { return nil }
    (self.id, self.operation, self.number) = (id, operation, UInt64(clamping: number))
    base = json["base"]?.object ?? [:]
    (version, firstSent) = (json["version"]?.integer, json["firstSent"]?.integer)
    theirs = json["theirs"].flatMap { StoredObject.read(ContiguousArray($0.json)) }
    if let status = json["status"]?.integer {
      state = .refused(.server(Int(clamping: status), json["document"]))
    } else if json["keyExpired"] != nil {
      state = .refused(.keyExpired)
    } else if json["conflicting"] != nil {
      state = .conflicting
    }
  }
}
