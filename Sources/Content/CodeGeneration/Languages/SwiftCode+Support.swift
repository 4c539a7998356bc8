// SPDX-License-Identifier: Apache-2.0

// What every generated file has in common: it needs nothing but `PorticoClient`.

extension SwiftCode {
  static let models = """
    /// Something that is decoded from an answer.
    public protocol Model: Sendable, Hashable {
      /// Decodes a value; members that this version of the app does not know are left out.
      init(jsonValue: JSONValue) throws(Mismatch)
      var jsonValue: JSONValue { get }
    }

    /// A record; members that a request has not asked for are `nil`.
    public protocol Record: Model, Identifiable {
      static var type: String { get }
      static var fields: Set<String> { get }
      var uuid: RecordID<Self> { get }
    }

    /// The id of a record of a type.
    public struct RecordID<Value>: Sendable, Hashable, Member {
      public let text: String

      public init(_ text: String) { self.text = text }

      init(jsonValue: JSONValue) throws(Mismatch) { text = try String(jsonValue: jsonValue) }

      var jsonValue: JSONValue { .string(text) }
    }

    /// An address in an answer, which an app opens as it is and never builds.
    public struct Address: Sendable, Hashable, Member {
      public let url: String

      public init(_ url: String) { self.url = url }

      init(jsonValue: JSONValue) throws(Mismatch) { url = try String(jsonValue: jsonValue) }

      var jsonValue: JSONValue { .string(url) }
    }

    /// A value that is not as this version of the app expects it.
    public struct Mismatch: Sendable, Hashable, CustomStringConvertible {
      /// The place of the value, such as `related[2].title`.
      public private(set) var path = ""
      public let seen: String
      public let expected: String

      fileprivate init(_ value: JSONValue?, _ expected: String) {
        seen =
          switch value {
          case nil: "missing"
          case .null: "null"
          case .bool: "a boolean"
          case .integer, .number: "a number"
          case .string: "a text"
          case .array: "a list"
          case .object: "an object"
          }
        self.expected = expected
      }

      fileprivate func inside(_ step: String) -> Mismatch {
        var outer = self
        outer.path = path.isEmpty ? step : path.hasPrefix("[") ? step + path : "\\(step).\\(path)"
        return outer
      }

      public var description: String { "\\(path) is \\(seen); expected \\(expected)" }
    }
    """

  static func reading(_ name: String) -> String {
    """
    extension \(name).Mismatch: Error {}

    extension \(name).Model {
      /// Decodes an object of the store.
      public init(_ object: StoredObject) throws(\(name).Mismatch) {
        try self.init(jsonValue: (try? JSONValue(json: object.json)) ?? .null)
      }
    }

    extension \(name).Record {
      public var id: String { uuid.text }
    }

    /// A value that a member may have.
    private protocol Member {
      init(jsonValue: JSONValue) throws(\(name).Mismatch)
      var jsonValue: JSONValue { get }
    }

    /// The members of an object.
    private struct Members {
      private let values: [String: JSONValue]

      init(_ value: JSONValue) throws(\(name).Mismatch) {
        guard let values = value.object else { throw \(name).Mismatch(value, "an object") }
        self.values = values
      }

      func need<Value: Member>(_ name: String) throws(\(name).Mismatch) -> Value {
        guard let value: Value = try decoded(values[name], name) else {
          throw \(name).Mismatch(nil, "a value").inside(name)
        }
        return value
      }

      func find<Value: Member>(_ name: String) throws(\(name).Mismatch) -> Value? {
        try decoded(values[name] == .null ? nil : values[name], name)
      }

      private func decoded<Value: Member>(
        _ value: JSONValue?,
        _ name: String
      ) throws(\(name).Mismatch) -> Value? {
        guard let value else { return nil }
        do throws(\(name).Mismatch) {
          return try Value(jsonValue: value)
        } catch {
          throw error.inside(name)
        }
      }
    }

    extension Array: Member where Element: Member {
      fileprivate init(jsonValue: JSONValue) throws(\(name).Mismatch) {
        guard let values = jsonValue.array else { throw \(name).Mismatch(jsonValue, "a list") }
        self = []
        reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
          do throws(\(name).Mismatch) {
            append(try Element(jsonValue: value))
          } catch {
            throw error.inside("[\\(index)]")
          }
        }
      }

      fileprivate var jsonValue: JSONValue { .array(map(\\.jsonValue)) }
    }

    extension JSONValue: Member {
      fileprivate init(jsonValue: JSONValue) throws(\(name).Mismatch) { self = jsonValue }

      fileprivate var jsonValue: JSONValue { self }
    }

    \(scalar("String", "string", "a text", name))

    \(scalar("Bool", "bool", "true or false", name))

    \(scalar("Int64", "integer", "an integer", name))

    extension Double: Member {
      fileprivate init(jsonValue: JSONValue) throws(\(name).Mismatch) {
        guard let value = jsonValue.double else { throw \(name).Mismatch(jsonValue, "a number") }
        self = value
      }

      fileprivate var jsonValue: JSONValue { Int64(exactly: self).map { .integer($0) } ?? .number(self) }
    }
    """
  }

  private static func scalar(
    _ type: String,
    _ kind: String,
    _ words: String,
    _ name: String
  ) -> String {
    """
    extension \(type): Member {
      fileprivate init(jsonValue: JSONValue) throws(\(name).Mismatch) {
        guard let value = jsonValue.\(kind) else { throw \(name).Mismatch(jsonValue, "\(words)") }
        self = value
      }

      fileprivate var jsonValue: JSONValue { .\(kind)(self) }
    }
    """
  }

  static func relations(_ name: String) -> String {
    """

    extension Snapshot {
      /// The record with an id, such as that of another record's reference; `nil` if the store has none.
      public func record<Value: \(name).Record>(
        _ id: \(name).RecordID<Value>
      ) throws(\(name).Mismatch) -> Value? {
        guard let object = self[id.text] else { return nil }
        return try Value(object)
      }
    }
    """
  }
}
