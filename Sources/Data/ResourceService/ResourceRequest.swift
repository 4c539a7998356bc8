// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
package import HTTPValues
package import ResourceModel
import Sites

/// A request to the service of records, without its connection.
package struct ResourceRequest: Sendable {
  package let method: Method
  /// The decoded segments of the path below the mount.
  package internal(set) var path: [String]
  /// The name behind a colon at the end of the path: `query` of `/flowers:query`.
  package let verb: String?
  /// The format that the path asks for by its suffix, which `path` does not have.
  private let pathFormat: RecordFormat?
  package let query: QueryParameters
  package let fields: Fields
  package let body: [UInt8]
  package internal(set) var now: Timestamp
  /// The path of the mount, such as `/v1`.
  package let mount: String
  package let sender: RecordSender
  /// Whether the request is one of DreamFactory's for a table, whose lists are called `record`.
  var isForTable = false
  /// The sender; without any permission until the service has authenticated the request.
  var caller = Caller(.nothing)

  /// Reads the target of a request below a mount; `nil` for one that is not below it, or has a path or
  /// query that cannot be decoded.
  package init?(
    _ method: Method,
    _ target: String,
    mount: String,
    fields: Fields,
    body: [UInt8],
    now: Timestamp,
    from sender: RecordSender = RecordSender()
  ) {
    let (bytes, prefix) = (target.utf8Span.span, mount.utf8Span.span)
    let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    guard mark >= prefix.count, bytes.extracting(first: prefix.count).matches(prefix) else {
      return nil
    }
    var rest = bytes.extracting(prefix.count..<mark)
    let (slash, colon) = (UInt8(ascii: "/"), UInt8(ascii: ":"))
    guard rest.isEmpty || rest[0] == slash || rest[0] == colon else { return nil }
    var verb: String?
    if let start = rest.lastIndex(of: colon), rest.firstIndex(of: slash, from: start) == nil {
      verb = rest.extracting((start + 1)...).text
      rest = rest.extracting(first: start)
    }
    var segments: [String] = []
    var start = 0
    while start < rest.count {
      let end = rest.firstIndex(of: slash, from: start) ?? rest.count
      let segment = rest.extracting(start..<end)
      start = end + 1
      guard !segment.isEmpty else { continue }
      guard let text = PercentCoding.decodeText(segment, plusIsSpace: false) else { return nil }
      segments.append(text)
    }
    guard let query = QueryParameters(bytes.extracting(min(mark + 1, bytes.count)...)) else {
      return nil
    }
    pathFormat = segments.last.flatMap(RecordFormat.init(suffixOf:))
    if let pathFormat, let last = segments.popLast() {
      segments.append(String(last.dropLast(pathFormat.suffix.count)))
    }
    self.method = method == .head ? .get : method
    self.path = segments
    self.verb = verb
    self.query = query
    self.fields = fields
    self.body = body
    self.now = now
    self.mount = mount
    self.sender = sender
  }

  /// The same request with another body.
  package func with(body: [UInt8]) -> ResourceRequest {
    ResourceRequest(copying: self, body: body, fields)
  }

  /// The same request for the whole answer, whatever the client has of it.
  package var withoutConditions: ResourceRequest {
    var fields = fields
    for name in ResourceRequest.conditions where fields.contains(name) { fields.remove(name) }
    return ResourceRequest(copying: self, body: body, fields)
  }

  private static let conditions: [FieldName] = [
    "if-none-match", "if-match", "if-modified-since", "if-unmodified-since",
  ]

  private init(copying other: ResourceRequest, body: [UInt8], _ fields: Fields) {
    method = other.method
    path = other.path
    verb = other.verb
    pathFormat = other.pathFormat
    query = other.query
    self.fields = fields
    self.body = body
    sender = other.sender
    now = other.now
    mount = other.mount
    caller = other.caller
    isForTable = other.isForTable
  }

  /// The media type of the body, in small letters and without parameters.
  var mediaType: String {
    guard let field = fields[FieldName(.contentType)] else { return "application/json" }
    let bytes = field.utf8Span.span
    var end = 0
    while end < bytes.count, bytes[end] != UInt8(ascii: ";"), bytes[end] != UInt8(ascii: " ") {
      end += 1
    }
    return bytes.extracting(first: end).text.lowercased()
  }

  /// The format of the answer: by the suffix of the path, or that of a body. An answer to GET depends on
  /// nothing but its address, so that caches keep one for all clients.
  var format: RecordFormat {
    pathFormat ?? (method == .get ? .json : RecordFormat(mediaTypeOfBody: mediaType))
  }

  /// Whether the path is `/changes`, the changes of a zone.
  var isForChanges: Bool { path == ["changes"] && verb == nil }

  /// Whether the path is `:batch`, for operations of several types.
  var isForBatch: Bool { path.isEmpty && verb == "batch" }

  /// Whether the client wants no more than the status of a write (RFC 7240).
  var prefersMinimal: Bool { fields["prefer"]?.contains("return=minimal") == true }

  /// The most records that a write may change, as `Prefer: max-affected=5` says; `nil` without it.
  var mostAffected: Int? {
    get throws(ResourceProblem) {
      let preferences = (fields["prefer"] ?? "").split { $0 == "," || $0 == ";" }
      let values = preferences.compactMap { preference -> Substring? in
        let pair = preference.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = pair.first?.filter { $0 != " " }.lowercased()
        return name == "max-affected" ? pair.count == 2 ? pair[1] : "" : nil
      }
      guard let value = values.first else { return nil }
      guard let number = Int(value.filter { $0 != " " && $0 != "\"" }), number >= 0 else {
        throw ResourceProblem(
          .badParameter,
          "max-affected is \(value.prefix(20)); expected a whole number from 0"
        )
      }
      return number
    }
  }

  /// The number of a parameter; throws for a text that is none.
  func number(_ name: String, default standard: Int) throws(ResourceProblem) -> Int {
    guard let text = query[name] else { return standard }
    guard let number = Int(text), number >= 0 else {
      throw ResourceProblem(
        .badParameter,
        "\(name) is \(text.prefix(20)); expected a whole number from 0"
      )
    }
    return number
  }

  /// Whether a flag is set: without a value, or with `true`; throws for a text that is neither true
  /// nor false.
  func flag(_ name: String) throws(ResourceProblem) -> Bool {
    guard let pair = query.pairs.first(where: { $0.name == name }) else { return false }
    switch pair.value {
    case "false": return false
    case nil: return true
    case "true": return true
    case let text?:
      throw ResourceProblem(.badParameter, "\(name) is \(text.prefix(20)); expected true or false")
    }
  }

  /// Whether the client accepts bodies in some coding, perhaps.
  var acceptsCodings: Bool { fields.contains(FieldName(.acceptEncoding)) }

  /// The names in `fields`; none without them.
  var fieldNames: [String] {
    (query["fields"] ?? "").split(separator: ",").map(String.init)
  }

  /// Throws for a parameter that is given twice, since nothing tells which value is meant.
  func checkParameters() throws(ResourceProblem) {
    // A query has few parameters, among which looking costs less than hashing.
    for (index, pair) in query.pairs.enumerated()
    where query.pairs[..<index].contains(where: { $0.name == pair.name }) {
      throw ResourceProblem(
        .badParameter,
        "\(pair.name.prefix(40)) is there twice; expected it once"
      )
    }
  }

  /// The seconds that `wait` asks for, such as `30s`; 0 without it.
  var patience: Int {
    get throws(ResourceProblem) {
      guard let text = query["wait"] else { return 0 }
      guard let seconds = Int(text.hasSuffix("s") ? text.dropLast() : text[...]), seconds >= 0
      else {
        throw ResourceProblem(
          .badParameter,
          "wait is \(text.prefix(20)); expected seconds such as 30s"
        )
      }
      return min(seconds, 60)
    }
  }

  /// The body, as JSON or as a property list.
  func json() throws(ResourceProblem) -> DataValue {
    try ResourceRequest.value(of: body, as: RecordFormat(mediaTypeOfBody: mediaType))
  }

  /// A body, or a line of one, in a format.
  static func value(
    of body: [UInt8],
    as format: RecordFormat
  ) throws(ResourceProblem) -> DataValue {
    do throws(DataFileError) {
      var rules = ReadingRules.documents
      rules.limits.depth = RecordSizes.depth
      rules.limits.members = 100_000
      return try format.value(of: body, rules)
    } catch {
      throw ResourceProblem(.badJSON, "the body is no \(format.name): \(error)")
    }
  }

  /// The body as an object.
  func object() throws(ResourceProblem) -> DataDictionary { try Self.object(of: try json()) }

  /// The body as an object, which is empty for a request without a body.
  func objectIfAny() throws(ResourceProblem) -> DataDictionary {
    body.isEmpty ? DataDictionary() : try object()
  }

  /// A value as an object.
  ///
  /// - Parameter name: what the value is, in messages.
  static func object(
    of value: DataValue,
    _ name: String = "the body"
  ) throws(ResourceProblem) -> DataDictionary {
    guard let object = value.dictionary else {
      throw ResourceProblem(.badJSON, "\(name) is \(value.kindName); expected an object")
    }
    return object
  }
}

/// The client of a request, as the gateway knows it.
package struct RecordSender: Sendable {
  /// Its address; `nil` for a client that an edge does not tell.
  package var address: String?
  /// The host that it asks.
  package var host: String?
  /// Whether a plan of the site asks, which may read what has no access rules.
  package var isPlan = false

  package init(address: String? = nil, host: String? = nil, isPlan: Bool = false) {
    (self.address, self.host, self.isPlan) = (address, host, isPlan)
  }
}

/// The answer to a request.
package struct ResourceReply: Sendable {
  package var status: Status
  package var fields = Fields()
  package var body: [UInt8] = []
  /// The tag of the body; `nil` for one without conditions.
  package internal(set) var entityTag: EntityTag?
  /// The lifetime in caches; `nil` for an answer that no cache may keep.
  package internal(set) var lifetime: RecordLifetime?
  /// The refusal that the answer is, for the event of the request.
  package internal(set) var refusal: RefusalNote?

  package init(_ status: Status) { self.status = status }

  /// An answer with JSON.
  init(_ status: Status, _ value: DataValue, mediaType: String = "application/json") {
    self.init(status, mediaType) { body throws(DataFileError) in
      try JSONWriter().write(value, to: &body)
    }
  }

  /// An answer with JSON that a function writes.
  init(
    _ status: Status = .ok,
    _ mediaType: String = "application/json",
    _ write: (inout [UInt8]) throws(DataFileError) -> Void
  ) {
    self.status = status
    // Room for a usual record.
    body.reserveCapacity(512)
    do throws(DataFileError) {
      try write(&body)
      fields.append(FieldName(.contentType), mediaType)
    } catch {
      self = ResourceProblem(.unwritable, "\(error)").reply
    }
  }

  /// An answer that must not be cached.
  static func privately(_ status: Status, _ value: DataValue) -> ResourceReply {
    var reply = ResourceReply(status, value)
    reply.fields.append("cache-control", "no-store")
    return reply
  }
}
