// SPDX-License-Identifier: Apache-2.0

package import CodeGeneration
package import DataFiles
package import HTTPValues
import ResourceModel
package import ResourceStore
package import Sites
import Synchronization

/// The service of records over HTTP, without connections: a request in, an answer out.
///
/// Its functions block while the storage works, so they belong on a worker pool.
package final class ResourceService: Sendable {
  private let used: Mutex<any ResourceStore>
  private let state: Mutex<Settings>
  /// Notifies subscribers of changes.
  package let feed = ChangeFeed()
  /// The commits of a shared store that were announced.
  let known = Mutex(KnownCommits())
  let ids = Mutex(IDGenerator())
  /// The number of mails that were given up, as of the last time that they were counted.
  let countedDeadMails = Mutex(0)
  /// The providers of sign-ins as they have described themselves.
  let providers = ProviderMemory()
  /// The webhooks that were asked before writes, by the names of their types.
  let beforeHooks = Mutex<[String: AskedHook]>([:])

  package struct Settings: Sendable {
    /// The path below which the records are, such as `/v1`.
    package var mount = ""
    /// The seconds for which caches may keep an answer; 0 for an answer that is always revalidated.
    package var ttl = 0
    /// The most operations of a batch.
    package var batchOperations = 1_000
    /// The largest body in bytes, but for streams of lines.
    package var bodyBytes = 1_048_576
    /// The longest line of a stream in bytes.
    package var lineBytes = 262_144
    /// Returns the permissions that the mount gives a request with these fields.
    package var caller: @Sendable (Fields) -> Caller = { _ in Caller(.administer, isTrusted: true) }
    {
      didSet { open = caller(Fields()).level }
    }
    /// The permissions of a request without credentials.
    private(set) var open = Rights.administer
    /// Settings of users' sign-up and sign-in; `nil` without users.
    package var people: PeopleSettings?
    /// Storage of the bytes of records' files; `nil` where no files are kept.
    package var files: RecordFiles?
    /// Makes the page of the description, given its path, and the files that it loads by their
    /// names; `nil` for no page.
    package var page: (@Sendable (String, DataValue, _ file: String?) -> ResourceReply?)?
    /// The most that files and clients that wait for changes may take.
    package var limits = RecordLimits()
    /// The locks of the versions of apps that are in use, against which changes of types are held.
    package var locks: [VersionLock] = []
    /// The most bytes of records.
    var sizes: RecordSizes {
      var sizes = RecordSizes()
      (sizes.record, sizes.page) = (limits.recordBytes, limits.pageBytes)
      sizes.batch = limits.batchBytes
      return sizes
    }
    /// The webhooks that are told of changes.
    package var hooks: [RunningHook] = []
    /// Asks webhooks before writes, and returns their answers in the order of the questions. It blocks.
    package var ask: @Sendable ([BeforeQuestion]) -> [BeforeReply] = { questions in
      questions.map { _ in BeforeReply(.failed("this service asks no webhooks")) }
    }
    /// Whether there is a key to sign questions before writes; without one none is sent.
    package var signsQuestions = true
    /// Called with each question that webhooks were asked before writes, on any thread.
    package var asked: @Sendable (BeforeOutcome) -> Void = { _ in }
    /// Called with the cache tags of records that changed.
    package var changed: @Sendable ([String]) -> Void = { _ in }
    /// Called with the cache tags of records that another process has changed, which tells the edges.
    package var changedElsewhere: @Sendable ([String]) -> Void = { _ in }
    /// Called with the errors that no client caused.
    package var failed: @Sendable (any Error) -> Void = { _ in }

    package init() {}
  }

  package typealias Rights = ResourceSettings.Rights

  package init(_ store: any ResourceStore, _ settings: Settings = Settings()) {
    used = Mutex(store)
    state = Mutex(settings)
  }

  /// The storage of the records.
  package var store: any ResourceStore { used.withLock(\.self) }

  /// Goes on with the store to which the records were moved. The one before takes no changes any more, so
  /// a request that is under way meets one or the other. What others have changed there meanwhile was not
  /// announced, so all answers count as outdated.
  package func goOn(with store: any ResourceStore) throws {
    let zones = Set(try store.zones().keys)
    used.withLock { $0 = store }
    feed.announce(zones)
    settings.changed([RecordTags.all])
  }

  var settings: Settings { state.withLock(\.self) }

  /// One of the settings, without a copy of the others.
  func setting<Value>(_ read: (Settings) -> Value) -> Value { state.withLock { read($0) } }

  /// Changes the settings.
  package func renew(_ change: (inout Settings) -> Void) { state.withLock { change(&$0) } }

  /// Returns the answer to a request.
  package func reply(to request: ResourceRequest) -> ResourceReply {
    do {
      return try route(try identified(request)).written(as: request.format)
    } catch {
      return problem(error).reply
    }
  }

  /// The problem of an error; one that no client caused is reported.
  func problem(_ error: any Error) -> ResourceProblem {
    let problem = ResourceProblem(error)
    if problem.status.code >= 500 { settings.failed(error) }
    return problem
  }

  /// Adds missing types of people, before `Settings.people` is set.
  package func addPeople() throws {
    let types = try store.types.withPeople()
    try types.checkPeople()
    guard types != store.types else { return }
    _ = try store.setTypes(options: []) { present in
      let types = try present.withPeople()
      try types.checkPeople()
      return types
    }
    settings.changed([RecordTags.all])
  }

  func route(_ request: ResourceRequest) throws -> ResourceReply {
    try request.checkParameters()
    if let people = settings.people {
      if Self.isSessionPath(request.path) { return try session(request, people) }
      if request.path.first == "sessions", request.path.count <= 2, request.verb == nil {
        return try sessions(request, people)
      }
    }
    let request = try resolvingMe(request)
    if request.method == .options { return try options(request) }
    let (method, path) = (request.method, request.path)
    if request.isForBatch {
      guard method == .post else { throw ResourceProblem.noMethod(["POST"]) }
      return try batch(request)
    }
    switch path.first {
    case "_schema": return try types(request)
    case APIDescription.pageName where settings.page != nil && path.count <= 2:
      return try page(request)
    case "docs" where settings.page != nil && path.count == 1 && store.types["docs"] == nil:
      return try page(request)
    case APIDescription.documentName where path.count == 1: return try describe(request)
    case "openapi.json" where path.count == 1: return try describe(request)
    case Self.hooksName: return try hooks(request)
    case Self.grantCollection where hasGrantCollection && request.verb == nil:
      return try grants(request)
    case "_access" where path.count == 1: return try explain(request)
    case "changes" where path.count == 1:
      if !maySeeAny(request) { try permit(request, .read) }
      guard method == .get else { throw ResourceProblem.noMethod(["GET"]) }
      return try changes(request)
    case Self.tablesName where isForTable(path):
      return try table(request)
    case let name?:
      guard let type = store.types[name] else {
        // The existing types are hidden from a sender without the right to read.
        if !maySeeAny(request) { try permit(request, .read) }
        throw StoreError.unknownType(name, among: store.types)
      }
      return path.count == 1 ? try collection(type, request) : try record(type, request)
    case nil:
      throw ResourceProblem(
        .notFound,
        .notFound,
        "the path names no type; expected the name of one"
      )
    }
  }

  /// The path by which `route` chooses what answers a request: that of records, also where it was sent to
  /// `/user/me` or below `/db`. `me` stays, since it is the user of a session.
  func routedPath(of request: ResourceRequest) -> [String] {
    var path = request.path
    if isForMe(path) { path[0] = PeopleTypes.users }
    if isForTable(path) { path.removeFirst() }
    return path
  }

  /// Whether a path is `/db/{table}`, or below it.
  private func isForTable(_ path: [String]) -> Bool {
    path.count > 1 && path[0] == Self.tablesName && store.types[Self.tablesName] == nil
  }

  /// Whether a path is `/users/me` or `/user/me`, or below it.
  private func isForMe(_ path: [String]) -> Bool {
    settings.people != nil && path.count > 1 && path[1] == "me"
      && ["user", PeopleTypes.users].contains(path[0])
  }

  /// Whether `/grants` is the collection of grants: where there are users, unless a type has the name.
  private var hasGrantCollection: Bool {
    settings.people != nil && store.types[Self.grantCollection] == nil
  }

  /// Answers the methods that an address allows: those that the description has for it.
  private func options(_ request: ResourceRequest) throws -> ResourceReply {
    if !maySeeAny(request) { try permit(request, .read) }
    let isList = request.path.count == 1 && store.types[request.path[0]] != nil
    let allowed = description.operations.filter { $0.isAt(request) }.flatMap { operation in
      guard operation.method == .get else { return [operation.method.name] }
      return isList ? ["GET", "HEAD", "QUERY"] : ["GET", "HEAD"]
    }
    var reply = ResourceReply(.noContent)
    reply.fields = [
      "allow": (allowed + ["OPTIONS"]).joined(separator: ", "), "cache-control": "no-store",
    ]
    return reply
  }

  /// Replaces `/users/me` and `/user/me` by the user that the session belongs to.
  func resolvingMe(_ request: ResourceRequest) throws -> ResourceRequest {
    guard isForMe(request.path) else { return request }
    var resolved = request
    let user = try signedIn(request).0
    resolved.path.replaceSubrange(0..<2, with: [PeopleTypes.users, user.text])
    return resolved
  }

  private func collection(
    _ type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    switch (request.method, request.verb) {
    case (.get, nil), (.query, nil), (.post, "query"):
      try permit(request, [.fetch], type)
      return try list(type, request)
    case (.post, nil):
      try permit(request, [.insert], type)
      return try create(type, request)
    case (.delete, nil):
      try permit(request, [.delete], type)
      return try deleteMany(type, request)
    case (_, nil): throw ResourceProblem.noMethod(["GET", "HEAD", "QUERY", "POST", "DELETE"])
    case (_, "query"): throw ResourceProblem.noMethod(["POST"])
    default: throw ResourceProblem.noVerb(request.verb, among: ["query"])
    }
  }

  func record(_ type: ResourceType, _ request: ResourceRequest) throws -> ResourceReply {
    if type.rules.isEmpty { try permit(request, [.fetch], type) }
    guard let id = ResourceID(request.path[1]), id.prefix == type.prefix else {
      throw ResourceProblem(
        .notFound,
        .notFound,
        "\(request.path[1].prefix(60)) is no id of \(type.name); expected one such as "
          + "\(type.prefix)-01h455vb4pex5vsknk084sn02q"
      )
    }
    if request.path.count > 2 {
      try permit(request, [.fetch], type)
      if request.path.count == 3, request.path[2] == Self.grantsName {
        return try grants(on: id, of: type, request)
      }
      if type.name == PeopleTypes.users, request.path[2] == Self.providersName,
        request.path.count <= 4, let people = settings.people
      {
        return try providers(of: id, as: type, request, people)
      }
      if type.name == PeopleTypes.users, Self.isSecondFactorPath(request.path),
        let people = settings.people
      {
        return try secondFactor(of: id, as: type, request, people)
      }
      guard request.method == .get, request.path.count == 3 else {
        throw ResourceProblem.noMethod(["GET", "HEAD"])
      }
      return try related(id, of: type, request.path[2], request)
    }
    if request.verb == Self.erasure, type.name == PeopleTypes.users, let people = settings.people {
      return try erase(id, request, people)
    }
    if request.verb == "key", type.name == PeopleTypes.apps, settings.people != nil {
      try permit(request, [.update], type)
      let app = try visible(id, of: type, request)
      guard try scope(.update, of: app, as: type, request) != .nothing else {
        throw ResourceProblem.rules(.forbidden, "no rule lets the request change \(id)")
      }
      return try changeKey(of: id, request)
    }
    switch (request.method, request.verb) {
    case (.get, nil):
      try permit(request, [.fetch], type)
      return try get(id, of: type, request)
    case (.put, nil):
      try permit(request, [.insert, .update], type)
      return try change(id, of: type, request)
    case (.patch, nil), (.post, "undelete"):
      try permit(request, [.update], type)
      return try change(id, of: type, request)
    case (.delete, nil):
      try permit(request, [.delete], type)
      return try change(id, of: type, request)
    case (_, nil): throw ResourceProblem.noMethod(["GET", "HEAD", "PUT", "PATCH", "DELETE"])
    case (_, "undelete"): throw ResourceProblem.noMethod(["POST"])
    default: throw ResourceProblem.noVerb(request.verb, among: ["undelete"])
    }
  }
}
