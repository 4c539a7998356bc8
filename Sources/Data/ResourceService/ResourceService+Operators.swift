// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import Files
import HTTPValues
package import ResourceModel
import ResourceStore
package import Sites

extension ResourceService {
  /// The path below which the records are, such as `/v1`.
  package var mount: String { context.settings.mount }

  /// Whether there are users.
  package var hasPeople: Bool { context.settings.people != nil }

  /// The number of answers that wait for changes: event streams and long polls.
  package var waitingReaders: Int { feed.readers }

  /// The webhooks that are told of changes.
  package var runningHooks: [RunningHook] { context.settings.hooks }

  /// The webhooks before writes of the present types.
  package var askedHooks: [AskedHook] { context.before.askedHooks }

  /// The most that files and clients that wait for changes may take.
  package var limits: RecordLimits { context.settings.limits }

  /// The bytes of all files; `nil` where no files are kept.
  package var fileBytes: Int64? { context.settings.files?.bytes }

  /// An operation of the service, as operators are shown it.
  package struct Operation: Sendable {
    package let method: String
    package let path: String
    package let group: String
    package let summary: String
    package let parameters: [String]
    /// The media types of the bodies that it takes.
    package let bodies: [String]
    package let needsToken: Bool
  }

  /// The operations of the OpenAPI document, in its order.
  package var operations: [Operation] {
    APIDescription(of: context).operations.map { operation in
      Operation(
        method: operation.method.name,
        path: operation.path,
        group: operation.group,
        summary: operation.summary,
        parameters: operation.parameters.map(\.name),
        bodies: operation.bodies.map(\.mediaType),
        needsToken: operation.needsToken
      )
    }
  }

  /// Returns the file of a record, and where its bytes are; `nil` for a record that has none.
  package func file(
    _ attribute: String,
    of record: Resource
  ) throws -> (facts: StoredFile, bytes: PositionedFile)? {
    guard let file = record.attributes[attribute].flatMap(StoredFile.init),
      try store.files(of: record.id).contains(file.digest)
    else { return nil }
    return try context.settings.files?.open(file.digest).map { (file, $0) }
  }

  /// Returns the answer to a request of an operator, who may do all that the service can do.
  ///
  /// - Parameters:
  ///   - name: the name of the operator, under which changes are recorded.
  ///   - user: the user with whose rights the operator reads, to see the records as the user does.
  package func reply(
    to request: ResourceRequest,
    ofOperator name: String?,
    asUser user: String? = nil
  ) -> ResourceReply {
    var request = request
    do {
      if let user {
        guard request.method == .get else {
          throw StoreError(.notAllowed, "an operator only reads as a user; expected GET")
        }
        request.caller = context.settings.caller(Fields())
        request.caller.principal = try context.senders.principal(named: user)
      } else {
        request.caller = Caller(.administer, isTrusted: true)
        request.caller.operatorAuthor = .operator(name)
      }
      return try Router(context: context).reply(to: request)
    } catch {
      return context.problem(error).reply
    }
  }
}
