// SPDX-License-Identifier: Apache-2.0

/// A difference between the answers of two environments to the same request.
public struct MirrorDifference: Sendable, Hashable, CustomStringConvertible {
  /// The method of the request.
  public let method: String
  /// Its path and query.
  public let target: String
  /// The status of the first environment.
  public let status: Int
  /// The status of the second environment; `nil` if it did not answer.
  public let otherStatus: Int?
  /// The ids of objects that only the first answer has.
  public internal(set) var missing: [String] = []
  /// The ids of objects that only the second answer has.
  public internal(set) var added: [String] = []
  /// The members that differ, each behind the id of its object, such as `note-1.text`.
  public internal(set) var members: [String] = []

  /// The difference in a line.
  public var description: String {
    var parts = ["\(method) \(target):"]
    if otherStatus != status {
      parts.append("status \(status), \(otherStatus.map { "\($0)" } ?? "none")")
    }
    for (name, values) in [("missing", missing), ("added", added), ("differ", members)]
    where !values.isEmpty {
      parts.append(name + " " + values.joined(separator: ", "))
    }
    return parts.joined(separator: " ")
  }
}

/// A transport that sends requests to a second environment too, and compares the answers: to try a new server with
/// the requests of real apps.
///
/// The app gets the answers of the first environment alone, and never waits for the second. That one gets no
/// credentials, cookies or other fields of the first but those that choose the format and the language.
///
/// ```swift
/// let mirror = MirroringTransport(network, from: production, to: staging, over: network, share: 5)
/// let client = Client(production, transport: mirror)
/// for difference in mirror.differences { print(difference) }
/// ```
public final class MirroringTransport: Transport {
  private struct State: Sendable {
    var differences: [MirrorDifference] = []
    var compared = 0
    var running = 0
    /// The share of a request that is due, in hundredths.
    var due = 0
  }

  /// The fields of the app's request that the second environment gets.
  private static let passed: Set = ["accept", "accept-language", "content-type"]
  private static let mostDifferences = 100
  /// The most requests of the second environment at once; the app's requests beyond are not mirrored.
  private static let mostRunning = 8
  /// The largest body of which the objects are compared.
  private static let largestBody = 1 << 20

  private let transport: any Transport
  private let first: Environment
  private let second: Environment
  private let other: any Transport
  private let fields: WireFields
  private let share: Int
  private let methods: Set<String>
  private let ignored: Set<String>
  private let state = Locked(State())

  /// Creates a transport that mirrors.
  ///
  /// - Parameters:
  ///   - transport: the transport of the first environment.
  ///   - first: the environment of the client.
  ///   - second: the environment that gets the same requests.
  ///   - other: the transport of the second environment.
  ///   - fields: fields of requests of the second environment, such as credentials of its own.
  ///   - share: the percentage of requests that are mirrored, evenly spread.
  ///   - methods: the methods of requests that are mirrored; others than `GET` change the second environment.
  ///   - ignored: the names of members that may differ.
  public init(
    _ transport: any Transport,
    from first: Environment,
    to second: Environment,
    over other: any Transport,
    fields: WireFields = [:],
    share: Int = 100,
    methods: Set<String> = ["GET"],
    ignoring ignored: Set<String> = ["_expire"]
  ) {
    (self.transport, self.first, self.second, self.other) = (transport, first, second, other)
    (self.fields, self.share, self.methods) = (fields, min(max(share, 0), 100), methods)
    self.ignored = ignored
  }

  /// The last differences, the newest last.
  public var differences: [MirrorDifference] { state.withLock { $0.differences } }

  /// The number of answers that were compared.
  public var compared: Int { state.withLock { $0.compared } }

  /// Sends a request, and in its share of cases a copy to the second environment.
  public func send(_ request: WireRequest) async throws -> WireResponse {
    guard let copy = copy(of: request) else { return try await transport.send(request) }
    let comparison = Comparison { [weak self] in self?.compare(request, $0, $1) }
    // It outlives the app's request, and is not cancelled with it.
    Task { [self] in
      let side = await answer(to: copy)
      state.withLock { $0.running -= 1 }
      comparison.set { $0.second = side }
    }
    var response = try await transport.send(request)
    let side = Locked(Side(response))
    response.body = response.body.seen { piece in
      if let piece {
        side.withLock { $0.add(piece) }
      } else {
        let side = side.withLock { $0 }
        comparison.set { $0.first = side }
      }
    }
    return response
  }

  /// The request for the second environment; `nil` for one that is not mirrored.
  private func copy(of request: WireRequest) -> WireRequest? {
    guard methods.contains(request.method), request.fields["sec-purpose"] == nil,
      request.address.isOfSameOrigin(as: first.configURL),
      let address = request.address == first.configURL
        ? second.configURL : second.configURL.resolving(request.address.target)
    else { return nil }
    let share = share
    let isDue = state.withLock { state in
      state.due += share
      guard state.due >= 100 else { return false }
      state.due -= 100
      guard state.running < MirroringTransport.mostRunning else { return false }
      state.running += 1
      return true
    }
    guard isDue else { return nil }
    var copy = WireRequest(request.method, address, body: request.body)
    for field in request.fields.all where MirroringTransport.passed.contains(field.name) {
      copy.fields.add(field.name, field.value)
    }
    for field in fields.all { copy.fields[field.name] = field.value }
    return copy
  }

  private func answer(to request: WireRequest) async -> Side? {
    do {
      let response = try await other.send(request)
      var side = Side(response)
      var body = response.body.makeAsyncIterator()
      while let piece = try await body.next() { side.add(piece) }
      return side
    } catch {
      return nil
    }
  }

  private func compare(_ request: WireRequest, _ first: Side, _ second: Side?) {
    var difference = MirrorDifference(
      method: request.method,
      target: request.address.target,
      status: first.status,
      otherStatus: second?.status
    )
    // The second environment has no copy to revalidate, and answers with the whole.
    let isRevalidated = first.status == 304 && second?.status == 200
    if !isRevalidated, let second, let objects = first.objects(ignored),
      let others = second.objects(ignored)
    {
      difference.add(objects, others)
    }
    let isDifferent =
      !isRevalidated && second?.status != first.status
      || !(difference.missing + difference.added + difference.members).isEmpty
    let found = difference
    state.withLock { state in
      state.compared += 1
      guard isDifferent else { return }
      state.differences.append(found)
      if state.differences.count > MirroringTransport.mostDifferences {
        state.differences.removeFirst()
      }
    }
  }

  /// An answer, as far as it is compared.
  private struct Side: Sendable {
    let status: Int
    private var body: ContiguousArray<UInt8>? = []

    init(_ response: WireResponse) { status = response.status }

    mutating func add(_ piece: ArraySlice<UInt8>) {
      guard let count = body?.count, count + piece.count <= MirroringTransport.largestBody else {
        body = nil
        return
      }
      body?.append(contentsOf: piece)
    }

    /// The members of each object by its id, and of the document itself by an empty one; `nil` if the body is no
    /// JSON or too large.
    func objects(_ ignored: Set<String>) -> [String: [String: JSONValue]]? {
      guard let body, let value = try? JSONValue(json: body) else { return nil }
      var objects: [String: [String: JSONValue]] = [:]
      if case .object(let members) = value, members["uuid"] == nil {
        objects[""] = members.filter { !ignored.contains($0.key) }.mapValues {
          Side.take($0, &objects, ignored)
        }
      } else {
        _ = Side.take(value, &objects, ignored)
      }
      return objects
    }

    /// Takes the objects of a value that have ids out, and returns the value with the ids in their places.
    private static func take(
      _ value: JSONValue,
      _ objects: inout [String: [String: JSONValue]],
      _ ignored: Set<String>
    ) -> JSONValue {
      switch value {
      case .array(let values): return .array(values.map { take($0, &objects, ignored) })
      case .object(let members):
        let kept = members.filter { !ignored.contains($0.key) }.mapValues {
          take($0, &objects, ignored)
        }
        guard let id = members["uuid"]?.string else { return .object(kept) }
        objects[id, default: [:]].merge(kept) { $1 }
        return .string(id)
      default: return value
      }
    }
  }

  /// The two answers, which come in any order.
  private final class Comparison: Sendable {
    struct Sides: Sendable {
      var first: Side?
      /// The second answer, which is `nil` where there came none.
      var second: Side??
    }

    private let sides = Locked(Sides())
    private let done: @Sendable (Side, Side?) -> Void

    init(_ done: @escaping @Sendable (Side, Side?) -> Void) { self.done = done }

    func set(_ change: @Sendable (inout Sides) -> Void) {
      let both = sides.withLock { sides -> (Side, Side?)? in
        change(&sides)
        guard let first = sides.first, let second = sides.second else { return nil }
        return (first, second)
      }
      if let both { done(both.0, both.1) }
    }
  }
}

extension MirrorDifference {
  /// The most ids and members that are named.
  private static let mostNamed = 20

  fileprivate mutating func add(
    _ objects: [String: [String: JSONValue]],
    _ others: [String: [String: JSONValue]]
  ) {
    func named(_ names: [String]) -> [String] {
      Array(names.sorted().prefix(MirrorDifference.mostNamed))
    }
    missing = named(objects.keys.filter { others[$0] == nil })
    added = named(others.keys.filter { objects[$0] == nil })
    var differing: [String] = []
    for (id, members) in objects {
      guard let other = others[id] else { continue }
      for name in Set(members.keys).union(other.keys) where members[name] != other[name] {
        differing.append(id.isEmpty ? name : "\(id).\(name)")
      }
    }
    members = named(differing)
  }
}
