// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// An operation of the records' API: its address, the rights that it needs, what answers it and what its
/// description says. Routing, OPTIONS, the check of parameters, the choice of threads and the OpenAPI document
/// follow from the list of all of them.
///
/// ```swift
/// static let undelete = Operation(
///   .post, "/{type}/{id}:undelete", "undelete", needs: .type([.update])
/// ) { try $0.context.changer.change($0.id, of: $0.type, $0.request) }
/// .describing("Brings a deleted record back") { undelete, _ in undelete.problems = [404] }
/// ```
struct Operation: Sendable {
  /// The rights without which a request is refused before it is answered.
  enum Needs: Sendable {
    case nothing
    /// A level that the mount gives.
    case level(ResourceSettings.Rights)
    /// The right to see records of any type.
    case anyRecords
    /// One of some capabilities of the type.
    case type([ResourceType.Capability])
    /// A session.
    case session
    /// A session, or a token that may write.
    case user
    /// A session of the user that the path names, or of one who may delete it; the answer checks that.
    case ofUser
    /// A right that the answer itself checks; without access rules it is a level.
    case own(ResourceSettings.Rights)

    static let administer = Needs.level(.administer)
  }

  /// The threads that answer.
  enum Lane: Sendable {
    /// The event loop, where the record is found at once, or else the usual ones.
    case prompt
    case usual
    /// Those that hash passwords.
    case passwords
  }

  typealias Answer = @Sendable (OperationCall) throws -> ResourceReply
  typealias ExchangeAnswer =
    @Sendable (ResourceHandler, ResourceRequest, Exchange) async throws -> Void

  let method: Method
  /// The path below the mount, with parameters in braces.
  let path: String
  /// The name that programs give their function for it; `nil` for one that is not described.
  let name: String?
  let needs: Needs
  let answer: Answer
  private(set) var summary = ""
  fileprivate(set) var group = ""
  private(set) var lane = Lane.usual
  /// Answers over the exchange; `nil` for a request that is answered with a value.
  private(set) var exchange: @Sendable (ResourceRequest) -> ExchangeAnswer? = { _ in nil }
  private(set) var parameters: [APIParameter] = []
  /// The names of all parameters that it takes; `nil` for one that ignores others.
  private(set) var onlyParameters: [String]?
  /// Whether this service has the address, for the path of a request.
  fileprivate(set) var isThere: @Sendable (RecordContext, [String]) -> Bool = { _, _ in true }
  /// Returns true where OpenAPI and OPTIONS list the operation.
  private(set) var isOffered: @Sendable (APISubject) -> Bool = { _ in true }
  private(set) var describe: @Sendable (inout APIOperation, APISubject) -> Void = { _, _ in }

  init(
    _ method: Method,
    _ path: String,
    _ name: String? = nil,
    needs: Needs,
    answer: @escaping Answer
  ) {
    self.method = method
    self.path = path
    self.name = name
    self.needs = needs
    self.answer = answer
    if case .type(let capabilities) = needs {
      isOffered = { subject in capabilities.contains { subject.type?.allows($0) == true } }
    }
  }

  /// The same with changes.
  fileprivate func with(_ change: (inout Operation) -> Void) -> Operation {
    var operation = self
    change(&operation)
    return operation
  }

  func on(_ lane: Lane) -> Operation { with { $0.lane = lane } }

  /// - Parameter answer: returns what answers a request over its exchange; `nil` for one that has a value.
  func over(_ answer: @escaping @Sendable (ResourceRequest) -> ExchangeAnswer?) -> Operation {
    with { $0.exchange = answer }
  }

  func taking(_ parameters: [APIParameter]) -> Operation { with { $0.parameters = parameters } }

  /// Refuses requests with other parameters than its own and some more.
  func only(and others: [APIParameter] = []) -> Operation {
    with { $0.onlyParameters = (parameters + others).filter { $0.place == .query }.map(\.name) }
  }

  func offered(where isOffered: @escaping @Sendable (APISubject) -> Bool) -> Operation {
    with { $0.isOffered = isOffered }
  }

  func describing(
    _ summary: String,
    _ describe: @escaping @Sendable (inout APIOperation, APISubject) -> Void
  ) -> Operation {
    with { ($0.summary, $0.describe) = (summary, describe) }
  }
}

extension [Operation] {
  /// The operations under a heading of the description; those on records stand under the names of their types.
  func inGroup(_ group: String) -> [Operation] { map { $0.with { $0.group = group } } }

  /// The operations by which users sign in and manage their accounts: where there are users.
  var ofPeople: [Operation] {
    inGroup("Sessions").existing { context, _ in context.settings.people != nil }
  }

  /// The operations whose addresses exist only in some services, or for some paths.
  func existing(
    where isThere: @escaping @Sendable (RecordContext, [String]) -> Bool
  ) -> [Operation] {
    map { $0.with { $0.isThere = isThere } }
  }
}

extension Operation {
  /// All operations. Where several paths are those of a request, the first one counts.
  static let all = [
    SessionOperations.all, SecondFactorOperations.all, ProviderOperations.all, UserOperations.all,
    ServiceOperations.all, TypeOperations.all, HookOperations.all, GrantOperations.collection,
    TableOperations.all, GrantOperations.ofRecord, FileOperations.all, RecordOperations.all,
  ].flatMap(\.self)

  /// Whether the operation is on records: its path begins with `/{type}`.
  var isOnRecords: Bool { path.hasPrefix("/{type}") }

  /// Refuses a request without the needed rights.
  func check(_ call: OperationCall) throws {
    let request = call.request
    switch needs {
    case .nothing, .own: break
    case .level(let level): try request.permit(level)
    case .anyRecords: try call.context.views.permitAny(request)
    case .type(let capabilities): try request.permit(capabilities, call.type)
    case .session: _ = try request.signedIn()
    case .user where request.caller.principal == nil: try request.permit(.write)
    case .user: _ = try request.signedIn()
    case .ofUser: try request.permit([.fetch], call.type)
    }
  }

  /// Refuses a request with a parameter that the operation does not have: a client whose filter is called
  /// otherwise would take all records for those that it has asked for. Apps of DreamFactory send some of their own.
  func checkParameters(_ request: ResourceRequest) throws(ResourceProblem) {
    guard let names = onlyParameters, !request.isForTable,
      let pair = request.query.pairs.first(where: { !names.contains($0.name) })
    else { return }
    throw ResourceProblem.unknownParameter(pair.name, among: names)
  }

  /// The operation in the description of a service, once for each part of a type that it is about.
  func described(of subject: APISubject) -> [APIOperation] {
    guard let name, isOffered(subject) else { return [] }
    return subject.parts(in: path).map { subject in
      let own = subject.type.map { "\($0.name).\(name)" } ?? name
      var operation = APIOperation(
        method,
        subject.mount + subject.filled(path),
        subject.filled(own),
        in: subject.type?.name ?? group,
        subject.filled(summary),
        of: subject
      )
      operation.parameters = parameters.filter { $0.isShown(subject) }
      operation.needsToken = needsToken(in: subject)
      describe(&operation, subject)
      if case .type = needs, method != .get, subject.type?.before != nil {
        operation.problems = Set(operation.problems + [422, 503]).sorted()
      }
      return operation
    }
  }

  private func needsToken(in subject: APISubject) -> Bool {
    switch needs {
    case .nothing: false
    case .anyRecords: subject.isClosed(for: .read)
    case .level(let level), .own(let level): subject.isClosed(for: level)
    case .type(let capabilities): subject.isClosed(for: capabilities == [.fetch] ? .read : .write)
    case .session, .user, .ofUser: true
    }
  }
}

/// A request for an operation, with its sender.
struct OperationCall {
  let context: RecordContext
  let request: ResourceRequest
  let address: OperationAddress

  /// The type that the path names; throws if there is none.
  var type: ResourceType {
    get throws {
      let name = request.path[address.typePlace ?? 0]
      guard let type = context.store.types[name] else {
        // The existing types are hidden from a sender without the right to read.
        try context.views.permitAny(request)
        throw StoreError.unknownType(name, among: context.store.types)
      }
      return type
    }
  }

  /// The record that the path names; throws for what is no id of the type.
  var id: ResourceID {
    get throws {
      let (type, text) = (try type, request.path[1])
      guard let id = ResourceID(text), id.prefix == type.prefix else {
        throw ResourceProblem(
          .notFound,
          "\(text.prefix(60)) is no id of \(type.name); expected one such as "
            + "\(type.prefix)-01h455vb4pex5vsknk084sn02q"
        )
      }
      return id
    }
  }

  /// The settings of users; throws where there are none.
  var people: PeopleSettings {
    get throws(ResourceProblem) {
      guard let people = context.settings.people else { throw ResourceProblem.unknownToken }
      return people
    }
  }
}
