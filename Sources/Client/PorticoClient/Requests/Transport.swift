// SPDX-License-Identifier: Apache-2.0

/// Sends requests. The client has all rules of caching, so that a transport has none: it does not store, does not
/// follow redirects, and adds no cookies.
public protocol Transport: Sendable {
  /// Sends a request, and returns the head of its answer; the body comes piece by piece.
  ///
  /// A task that is cancelled ends the request.
  func send(_ request: WireRequest) async throws -> WireResponse
}

/// A request as it goes on the wire.
public struct WireRequest: Sendable, Hashable {
  /// The method, such as `GET`.
  public var method: String
  /// The absolute address.
  public var address: WebAddress
  /// The fields of the head.
  public var fields: WireFields
  /// The body; empty without one.
  public var body: ContiguousArray<UInt8>

  /// Creates a request.
  public init(
    _ method: String,
    _ address: WebAddress,
    fields: WireFields = [:],
    body: ContiguousArray<UInt8> = []
  ) {
    (self.method, self.address, self.fields, self.body) = (method, address, fields, body)
  }
}

/// An answer as it comes from the wire.
public struct WireResponse: Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The fields of the head.
  public var fields: WireFields
  /// The body.
  public var body: WireBody

  /// Creates an answer.
  public init(status: Int, fields: WireFields = [:], body: WireBody = WireBody([])) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }
}

/// The pieces of a body, each asked for when the one before it is read.
public struct WireBody: AsyncSequence, Sendable {
  /// A piece.
  public typealias Element = ArraySlice<UInt8>

  private let piece: @Sendable () async throws -> ArraySlice<UInt8>?

  /// Creates a body of which a function returns one piece after the other, and `nil` at its end.
  public init(_ piece: @escaping @Sendable () async throws -> ArraySlice<UInt8>?) {
    self.piece = piece
  }

  /// Creates a body of which all pieces are there.
  public init(_ pieces: [ArraySlice<UInt8>]) {
    let left = Locked(pieces[...])
    self.init { left.withLock { $0.popFirst() } }
  }

  /// Returns the same body, of which a function sees each piece before its reader, and `nil` at the end.
  func seen(by see: @escaping @Sendable (ArraySlice<UInt8>?) throws -> Void) -> WireBody {
    WireBody { [piece] in
      let next = try await piece()
      try see(next)
      return next
    }
  }

  /// Asks for one piece after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let piece: @Sendable () async throws -> ArraySlice<UInt8>?

    /// Returns the next piece; `nil` at the end.
    public mutating func next() async throws -> ArraySlice<UInt8>? { try await piece() }
  }

  /// Returns an iterator; a body is read once.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(piece: piece) }
}

/// The fields of a head, in their order; names are compared without regard to case.
public struct WireFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The fields, with names in lower case.
  public private(set) var all: [Field] = []

  /// A field.
  public struct Field: Sendable, Hashable {
    /// The name in lower case.
    public let name: String
    /// The value.
    public let value: String
  }

  /// Creates fields.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// Adds a field behind those that are there.
  public mutating func add(_ name: String, _ value: String) {
    all.append(Field(name: name.lowercased(), value: value))
  }

  /// The value of all fields with a name, joined by commas; setting it replaces them.
  public subscript(name: String) -> String? {
    get {
      let name = name.lowercased()
      let values = all.filter { $0.name == name }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      let lowercased = name.lowercased()
      all.removeAll { $0.name == lowercased }
      if let newValue { add(name, newValue) }
    }
  }
}
