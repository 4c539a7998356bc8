// SPDX-License-Identifier: Apache-2.0

/// The answer of a server to an operation, by what the outbox does then.
package enum OperationOutcome: Sendable {
  /// The operations that wait with the one that was answered.
  package enum Scope: Sendable {
    case object
    case everything
  }

  /// The object after an operation, as an answer has it.
  package enum Seen: Sendable {
    case object(StoredObject)
    /// The object is not there.
    case gone
    /// The answer does not say.
    case unknown
  }

  /// The server has performed the operation.
  case done(Seen)
  /// Somebody else has changed the object (412); `nil` for one that was deleted.
  case conflicting(StoredObject?)
  /// The server will never perform the operation.
  case refused(Refusal.Cause)
  /// The server is to be asked again after some seconds (429, 503, 507).
  case later(Int64?, Scope)
  /// The server failed, or its answer was lost within.
  case failed
  /// The user has to sign in (401).
  case signedOut
  /// There is no network.
  case unreachable
  /// The request was cancelled on the device.
  case cancelled

  /// The same outcome with the object as it was fetched afterwards.
  ///
  /// - Parameter object: `nil` where the object is not there.
  package func with(_ object: StoredObject?) -> OperationOutcome {
    if case .conflicting = self { return .conflicting(object) }
    return .done(object.map { .object($0) } ?? .gone)
  }

  /// - Parameter answer: an answer of a status from 200 to 299.
  package init(_ answer: Answer, to pending: PendingOperation) {
    let object = answer.collection.items.isEmpty ? nil : answer.snapshot[pending.operation.object]
    let isDeletion = pending.operation.change == .delete
    self = .done(object.map { .object($0) } ?? (isDeletion ? .gone : .unknown))
  }

  package init(_ error: RequestError, to pending: PendingOperation) {
    guard let status = error.status else {
      self =
        switch error.kind {
        case .cancelled: .cancelled
        case .unreachable: .unreachable
        default: .failed
        }
      return
    }
    self.init(status, error.document, retryAfter: error.retryAfter, to: pending)
  }

  /// - Parameters:
  ///   - status: a status from 300 on.
  ///   - document: the problem document.
  ///   - retryAfter: the seconds of `Retry-After`.
  package init(
    _ status: Int,
    _ document: JSONValue?,
    retryAfter: Int64?,
    to pending: PendingOperation
  ) {
    let code = document?["code"]?.string
    let refused = OperationOutcome.refused(.server(status, document))
    let later = OperationOutcome.later(retryAfter, .everything)
    switch status {
    case 401: self = .signedOut
    // The object is gone, which is what a deletion wants.
    case 404, 410: self = pending.operation.change == .delete ? .done(.gone) : refused
    case 408, 425: self = .failed
    case 409 where code == "changed-meanwhile": self = .failed
    // The server has forgotten the key, and knows the id, which nobody else can have made.
    case 409 where code == "id-taken" && pending.isRepeated: self = .done(.unknown)
    case 412 where code == "version":
      let current = document?["current"]
      self = .conflicting(current.flatMap { StoredObject.read(ContiguousArray($0.json)) })
    case 429: self = later
    // A webhook that does not answer concerns the objects of one type.
    case 503: self = code == "hook-away" ? .later(retryAfter, .object) : later
    case 507: self = code == "quota" ? refused : later
    case 400..<500: self = refused
    default: self = .failed
    }
  }
}
