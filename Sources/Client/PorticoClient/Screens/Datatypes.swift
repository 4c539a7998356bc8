// SPDX-License-Identifier: Apache-2.0

/// A type of an app for the components of one datatype.
///
/// ```swift
/// struct Stars: ComponentModel {
///   static let datatype = "stars"
///   let count: Int
///
///   init?(_ component: Component) {
///     guard let count = component.value?.integer, (0...5).contains(count) else { return nil }
///     self.count = Int(count)
///   }
///
///   var valueText: String? { String(repeating: "★", count: count) }
/// }
/// ```
public protocol ComponentModel: Sendable {
  /// The datatype, as `datatype` has it.
  static var datatype: String { get }

  /// Reads a component; `nil` for one that lacks something, which is then treated like one of an unknown datatype.
  init?(_ component: Component)

  /// The value that a renderer shows behind the title; by default that of the component.
  var valueText: String? { get }

  /// Components that a renderer shows as rows, behind those in `rows` and `data`; by default none.
  var parts: [Component] { get }
}

extension ComponentModel {
  /// The value of the component.
  public var valueText: String? { nil }
  /// No parts.
  public var parts: [Component] { [] }
}

/// The datatypes that an app can draw, and the types that are registered for them.
///
/// A component of another datatype is replaced by its `else`, and left out without one.
///
/// ```swift
/// var datatypes = Datatypes()
/// datatypes.register(Stars.self)
/// datatypes.add("item")
/// ```
public struct Datatypes: Sendable {
  private var general: Set<String>
  private var models: [String: @Sendable (Component) -> (any ComponentModel)?] = [:]
  private var untyped: (@Sendable (Component) -> (any ComponentModel)?)?

  /// The datatypes that renderers draw by the typed properties of ``Component`` and ``Row`` alone.
  public static let standard: Set<String> = [
    "screen", "form", "text", "link", "button", "call", "field", "choice", "error", "maintenance",
    "unavailable", "unavailableLanguage", "updateAvailable", "updateRequired",
  ]

  /// Creates a registry of datatypes without types of their own.
  public init(_ general: Set<String> = Datatypes.standard) { self.general = general }

  /// Adds a datatype that renderers draw by the typed properties of ``Component`` and ``Row`` alone.
  public mutating func add(_ datatype: String) { general.insert(datatype) }

  /// Registers a type for its datatype.
  ///
  /// - Parameter readsUntyped: whether the type reads components without a datatype too, such as the elements of lists.
  public mutating func register<Model: ComponentModel>(
    _ type: Model.Type,
    readsUntyped: Bool = false
  ) {
    models[type.datatype] = { Model($0) }
    if readsUntyped { untyped = { Model($0) } }
  }

  /// Returns the component to draw, which is the given one or a replacement, with its model; `nil` if there is none.
  func drawable(_ component: Component) -> (component: Component, model: (any ComponentModel)?)? {
    var next: Component? = component
    while let component = next {
      guard let datatype = component.datatype else { return (component, untyped?(component)) }
      if let read = models[datatype] {
        if let model = read(component) { return (component, model) }
      } else if general.contains(datatype) {
        return (component, nil)
      }
      next = component.replacement
    }
    return nil
  }
}
