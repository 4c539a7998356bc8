// SPDX-License-Identifier: Apache-2.0

import Bytes
package import DataFiles
import FileShapes
import HTTPValues
import Measure
import Serving

/// An order of operators: its name, who may give it, what its body may have, and the change that it asks for.
///
/// From it follow `POST /orders/NAME`, `portico order NAME`, the form of the console's page Orders, `GET /orders` and
/// the words of the audit log.
///
/// ```swift
/// static let definition = OrderDefinition(
///   "cancel", at: .inflightCancel, .cancellation, "Ends the work on a request that waits.",
///   Shape.object(CancelOrder()) { Member("request", \.request, .text, isRequired: true, "Id of the request.") }
/// )
/// ```
struct OrderDefinition: Sendable {
  let name: String
  /// An address of its own beside `/orders/NAME`; `nil` for none.
  let path: OperatorPath?
  let action: AuditLog.Action
  /// The effect, in a sentence.
  let sentence: String
  let keys: [OrderKey]
  private let read: @Sendable (DataValue) throws -> any OperatorOrder

  /// - Parameter make: makes the order of what was read, and refuses members that do not go together.
  init<Body: Sendable>(
    _ name: String,
    at path: OperatorPath? = nil,
    _ action: AuditLog.Action,
    _ sentence: String,
    _ shape: Shape<Body>,
    _ make: @escaping @Sendable (Body) throws -> any OperatorOrder
  ) {
    (self.name, self.path, self.action, self.sentence) = (name, path, action, sentence)
    keys = OrderKey.all(of: shape.schema())
    read = { try make(try shape.order($0)) }
  }

  /// An order that is read as it is.
  init(
    _ name: String,
    at path: OperatorPath? = nil,
    _ action: AuditLog.Action,
    _ sentence: String,
    _ shape: Shape<some OperatorOrder>
  ) {
    self.init(name, at: path, action, sentence, shape) { $0 }
  }

  /// Reads the body of a request.
  ///
  /// - Parameter address: members that the address of the request has in place of the body.
  func order(_ body: [UInt8], and address: [(String, DataValue)] = []) throws -> any OperatorOrder {
    let value = try Shape.anything.order(body)
    guard !address.isEmpty, case .dictionary(let members) = value.content else {
      return try read(value)
    }
    if let (key, _) = address.first(where: { members[$0.0] != nil }) {
      throw PlainError("the address and the body both have \"\(key)\"; expected one of them")
    }
    return try read(.members(members.members.map { ($0.key, $0.value) } + address))
  }

  /// Reads an order whose members are texts, as in forms and on command lines.
  func order(
    texts: [(name: String, text: String)],
    and fixed: [(String, DataValue)] = []
  ) throws -> any OperatorOrder {
    let members = texts.map { name, text in
      (name, keys.first { $0.name == name }?.value(of: text) ?? .text(text))
    }
    return try read(.members(members + fixed))
  }

  static func named(_ name: some StringProtocol) -> OrderDefinition? {
    all.first { $0.name == name }
  }
}

/// A member that the body of an order may have, as `GET /orders` shows it.
package struct OrderKey: Sendable {
  let name: String
  /// `text`, `number`, `flag`, `list`, or the words of which it is one.
  let kind: String
  let isRequired: Bool
  let sentence: String
  let example: String?

  static func all(of schema: SchemaNode) -> [OrderKey] {
    var required: [String] = []
    if case .list(let names)? = schema["required"] { required = names.compactMap(\.string) }
    return (schema["properties"]?.members ?? []).map { member in
      OrderKey(
        name: member.name,
        kind: kind(of: member.value),
        isRequired: required.contains(member.name),
        sentence: member.value["description"]?.string ?? "",
        example: example(of: member.value)
      )
    }
  }

  private static func kind(of schema: SchemaNode) -> String {
    if case .list(let words)? = schema["enum"] {
      return words.compactMap(\.string).joined(separator: ", ")
    }
    return switch schema["type"]?.string {
    case "integer", "number": "number"
    case "boolean": "flag"
    case "array": "list"
    default: "text"
    }
  }

  private static func example(of schema: SchemaNode) -> String? {
    guard case .list(let examples)? = schema["examples"] else { return nil }
    return switch examples.first {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .list(let elements): elements.compactMap(\.string).joined(separator: ",")
    default: nil
    }
  }

  func value(of text: String) -> DataValue { OrderKey.value(of: text, kind) }

  /// The value of a kind that a text stands for; a wrong one stays a text, which the order refuses.
  package static func value(of text: String, _ kind: String) -> DataValue {
    switch kind {
    case "number": Int64(text).map { .number($0) } ?? .text(text)
    case "flag": ["true": .boolean(true), "false": .boolean(false)][text] ?? .text(text)
    case "list": .texts(text.split(separator: ",").map(String.init))
    default: .text(text)
    }
  }
}

extension SchemaNode {
  fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }
}

extension AdminEndpoint {
  static let orders =
    OrderDefinition.all.flatMap { definition in
      ([OperatorPath.orders.below(definition.name)] + [definition.path?.text].compactMap(\.self))
        .map {
          order(at: $0, definition.action) { try definition.order($0.body) }
        }
    } + [
      order(at: OperatorPath.backends.below(""), .ejection) {
        try EjectionOrder.order(at: $0.path, $0.body)
      },
      order(at: OperatorPath.logLevel.text, .logLevel) {
        try LogLevelOrder.definition.order(
          $0.body,
          and: $0.query["for"].map { [("for", .text($0))] } ?? []
        )
      },
    ]
}

extension OrderDefinition {
  static var tables: [FigureTable] {
    var orders = FigureTable("orders").columns([
      .init(.order, "The name, as in `portico order NAME` and POST /orders/NAME."),
      .init(.role, "The least role that may give it."), .init(.does, "What it does."),
    ])
    var keys = FigureTable("keys").columns([
      .init(.order, "The order."), .init(.key, "The member of its body."),
      .init(.kind, "text, number, flag, list, or the words of which it is one."),
      .init(.needed, "yes where an order must have it."), .init(.meaning, "What it says."),
      .init(.example, "A value that it may have."),
    ])
    for order in all {
      orders.add([.text(order.name), .text(order.action.role.rawValue), .text(order.sentence)])
      for key in order.keys {
        keys.add([
          .text(order.name), .text(key.name), .text(key.kind),
          key.isRequired ? .text("yes") : .none, .text(key.sentence),
          key.example.map { .text($0) } ?? .none,
        ])
      }
    }
    return [orders, keys]
  }

  static let all: [OrderDefinition] = [
    PurgeOrder.definition, ReloadOrder.definition, RollbackOrder.definition,
    FleetPublication.definition, NodeRemoval.definition, RolloutOrder.definition,
    DryRunOrder.definition,
    PreviewOrder.definition, PreviewRevocation.definition, MaintenanceOrder.definition,
    DrainOrder.drain, DrainOrder.undrain, EjectionOrder.eject, EjectionOrder.readmit,
    CancelOrder.definition, SilenceOrder.definition, AnnotationOrder.definition,
    LogLevelOrder.definition, ErasureOrder.definition,
    PeopleOrder.lock, PeopleOrder.unlock, PeopleOrder.endSession, PeopleOrder.endSessions,
    PeopleOrder.removeSecondFactor, PeopleOrder.erase, AppKeyOrder.renew, AppKeyOrder.withdraw,
    MailOrder.definition, DeadMailOrder.retry, DeadMailOrder.remove, ReplayOrder.definition,
  ]
}
