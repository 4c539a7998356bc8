// SPDX-License-Identifier: Apache-2.0

/// A document as an app shows it: its rows, with everything that the app cannot draw replaced or left out.
///
/// A screen is a value and knows no user interface; ``TerminalRenderer`` draws one, and on Apple systems `ScreenView`.
///
/// ```swift
/// let screen = Screen(Component(document), at: address, datatypes, device: "phone")
/// for row in screen.rows { print(row.component.title ?? "", row.value ?? "") }
/// ```
public struct Screen: Sendable {
  /// The address of the document, to which its links are relative.
  public let address: WebAddress
  /// The document, or what its `else` replaces it by.
  public let document: Component
  /// The document as a registered type reads it.
  public let model: (any ComponentModel)?
  /// Whether the app can draw the datatype; a screen of another one has its rows and actions all the same.
  public let isKnown: Bool
  /// The rows.
  public let rows: [Row]
  /// The datatypes of the rows that the app cannot draw and that are left out.
  public let omitted: [String]
  /// The completeness of the screen.
  public let condition: Condition

  /// The completeness of a screen.
  public enum Condition: Sendable {
    /// The document as the service last sent it.
    case complete
    /// The light view of the document, while the heavy one is on its way.
    case light
    /// An earlier or light view, since the newest one could not be had.
    case old(RequestError)
    /// A document for an error, in place of the one that was asked for.
    case error(RequestError)
  }

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - address: its address.
  ///   - datatypes: what the app can draw.
  ///   - device: the kind of device, such as `phone`: rows for other kinds are left out.
  ///   - condition: the completeness of the document.
  public init(
    _ document: Component,
    at address: WebAddress,
    _ datatypes: Datatypes,
    device: String? = nil,
    condition: Condition = .complete
  ) {
    let drawn = datatypes.drawable(document)
    (self.address, self.condition) = (address, condition)
    self.document = drawn?.component ?? document
    (model, isKnown) = (drawn?.model, drawn != nil)
    var reader = RowReader(self.document, at: address, datatypes, device: device)
    rows = reader.rows(of: self.document, model)
    omitted = reader.omitted
  }

  /// Whether the screen shows an error in place of the document that was asked for.
  public var isError: Bool { if case .error = condition { true } else { false } }

  /// Whether parts of the document are missing or old, or the newest one could not be had.
  public var isIncomplete: Bool { !isError && (failure != nil || !document.degraded.isEmpty) }

  /// The failure of which the screen tells.
  public var failure: RequestError? {
    switch condition {
    case .complete, .light: nil
    case .old(let failure), .error(let failure): failure
    }
  }

  /// The way on in a flow, from `continueURL`.
  public var proceed: Action? { action("continueURL") { .proceed($0) } }

  /// The way out of a flow, from `cancelURL`.
  public var cancel: Action? { action("cancelURL") { .cancel($0) } }

  /// The address of the picture, from `image`.
  public var image: WebAddress? { document.image?.string.flatMap { address.resolving($0) } }

  /// The next page of a list, from `next`.
  public var nextPage: Action? { action("next") { .open($0) } }

  private func action(_ name: String, _ inside: (WebAddress) -> Action) -> Action? {
    document.members[name]?.string.flatMap { Action($0, in: address, inside) }
  }
}

/// A row of a screen: a component that the app can draw.
public struct Row: Sendable {
  /// The component, or what its `else` replaces it by.
  public let component: Component
  /// The component as a registered type reads it.
  public let model: (any ComponentModel)?
  /// The action of the row.
  public let action: Action?
  /// The address of the picture, from `image`.
  public let image: WebAddress?
  /// The looks of the row.
  public let style: RowStyle
  /// The text of the value: the type's own, that of `value`, or the document's value at `path`.
  public let value: String?
  /// The rows within the row.
  public let rows: [Row]
}

/// Reads the rows of one document.
private struct RowReader {
  let document: Component
  let address: WebAddress
  let datatypes: Datatypes
  let device: String?
  var omitted: [String] = []

  init(_ document: Component, at address: WebAddress, _ datatypes: Datatypes, device: String?) {
    (self.document, self.address, self.datatypes) = (document, address, datatypes)
    self.device = device
  }

  mutating func rows(of component: Component, _ model: (any ComponentModel)?) -> [Row] {
    let declared = ["rows", "data"].flatMap { component.members[$0]?.array ?? [] }
    let components = declared.compactMap { value -> Component? in
      switch value {
      case .object: Component(value)
      case .string: Component(["text": value])
      default: nil
      }
    }
    return (components + (model?.parts ?? [])).compactMap { row(of: $0) }
  }

  private mutating func row(of component: Component) -> Row? {
    let devices = component.device?.array ?? component.device.map { [$0] }
    if let device, let devices, !devices.contains(.string(device)) { return nil }
    guard let (component, model) = datatypes.drawable(component) else {
      omitted.append(component.datatype ?? "")
      return nil
    }
    let found = component.path?.string.flatMap { document.member(at: $0) }
    return Row(
      component: component,
      model: model,
      action: Action(of: component, in: address),
      image: component.image?.string.flatMap { address.resolving($0) },
      style: RowStyle(component),
      value: model?.valueText ?? component.value?.text ?? found?.text,
      rows: rows(of: component, model)
    )
  }
}
