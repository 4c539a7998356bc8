// SPDX-License-Identifier: Apache-2.0

/// Draws screens as text for a terminal, with a number for each action.
///
/// ```swift
/// let page = TerminalRenderer(width: 80).page(of: screen)
/// for line in page.lines { print(line) }
/// let chosen = page.choices[0]
/// await navigator.perform(chosen.action, showing: chosen.component)
/// ```
public struct TerminalRenderer: Sendable {
  /// A screen as text.
  public struct Page: Sendable {
    /// The lines, of at most the terminal's width.
    public fileprivate(set) var lines: [String] = []
    /// The actions by their numbers in the text, less one.
    public fileprivate(set) var choices: [Choice] = []
  }

  /// An action that the user can choose.
  public struct Choice: Sendable {
    /// The action.
    public let action: Action
    /// The component of its row; `nil` for an action of the screen.
    public let component: Component?
  }

  /// The names of actions for which a document has none.
  public struct Labels: Sendable {
    /// The name of the next step of a flow.
    public var proceed = "Continue"
    /// The name of the way out of a flow.
    public var cancel = "Cancel"
    /// The name of the next page of a list.
    public var nextPage = "More"
    /// The note that parts of a screen are missing or old.
    public var isIncomplete = "Some of this is missing or old."

    /// Creates the labels in English.
    public init() {}
  }

  /// The columns of the terminal.
  public var width: Int
  /// Whether the text has colours and fonts, as escape sequences (ECMA-48).
  public var isStyled: Bool
  /// The names of actions.
  public var labels: Labels

  /// Creates a renderer.
  public init(width: Int, isStyled: Bool = false, labels: Labels = Labels()) {
    (self.width, self.isStyled, self.labels) = (max(width, 20), isStyled, labels)
  }

  /// Draws a screen.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - values: the values that the user has entered, by the `key` of their fields.
  public func page(of screen: Screen, values: [String: String] = [:]) -> Page {
    var page = Page()
    if let title = screen.document.title {
      let bold = RowStyle(Component(["fontStyle": "bold"]))
      append(TerminalText(title).wrapped(to: width), bold, to: &page)
      page.lines.append(String(repeating: "═", count: width))
    }
    if screen.isIncomplete { append(labels.isIncomplete, to: &page) }
    if let text = screen.document.text { append(text, to: &page) }
    if let value = screen.model?.valueText { append(value, to: &page) }
    for row in screen.rows { draw(row, indent: 0, values, on: &page) }
    let proceed = screen.document.action?.string ?? labels.proceed
    draw(screen.nextPage, labels.nextPage, on: &page)
    draw(screen.proceed, proceed, on: &page)
    draw(screen.cancel, labels.cancel, on: &page)
    return page
  }

  private func append(_ text: String, to page: inout Page) {
    page.lines += TerminalText(text).wrapped(to: width)
  }

  private func draw(_ action: Action?, _ label: String, on page: inout Page) {
    guard let action else { return }
    page.choices.append(Choice(action: action, component: nil))
    append("[\(page.choices.count)] \(label)", to: &page)
  }

  private func draw(
    _ row: Row,
    indent: Int,
    _ values: [String: String],
    on page: inout Page
  ) {
    // However deep a row stands, half of the width is left for it.
    let indent = min(indent, width / 2)
    var mark = String(repeating: " ", count: indent)
    if let action = row.action {
      page.choices.append(Choice(action: action, component: row.component))
      mark += "[\(page.choices.count)] "
    }
    let room = width - mark.count
    let entered = row.component.key?.string.flatMap { values[$0] }
    let value = (entered ?? row.value).map { TerminalText($0).line } ?? ""
    var lines = row.component.title.map { TerminalText($0).wrapped(to: room) } ?? []
    let gap =
      room - TerminalText.columns(lines.last ?? "") - TerminalText.columns(value)
    if value.isEmpty {
      if lines.isEmpty, row.action != nil { lines.append(row.component.datatype ?? "") }
    } else if let last = lines.last, gap > 0 {
      lines[lines.count - 1] = last + String(repeating: " ", count: gap) + value
    } else {
      lines += TerminalText(value).wrapped(to: room)
    }
    if let text = row.component.text { lines += TerminalText(text).wrapped(to: room) }
    let blank = String(repeating: " ", count: mark.count)
    for (number, line) in lines.enumerated() {
      append([line], row.style, after: number == 0 ? mark : blank, to: &page)
    }
    for inner in row.rows { draw(inner, indent: indent + 2, values, on: &page) }
    if row.style.hasLine { page.lines.append(String(repeating: "─", count: width)) }
  }

  private func append(
    _ lines: [String],
    _ style: RowStyle,
    after mark: String = "",
    to page: inout Page
  ) {
    for line in lines {
      let gap = max(0, width - TerminalText.columns(mark) - TerminalText.columns(line))
      let space =
        switch style.alignment {
        case .left, nil: 0
        case .center: gap / 2
        case .right: gap
        }
      page.lines.append(mark + String(repeating: " ", count: space) + styled(line, style))
    }
  }

  private func styled(_ line: String, _ style: RowStyle) -> String {
    guard isStyled else { return line }
    var codes: [String] = []
    if style.isBold { codes.append("1") }
    if style.isItalic { codes.append("3") }
    if style.isUnderlined { codes.append("4") }
    if let color = style.color {
      let shares = [color.red, color.green, color.blue]
      codes.append("38;2;" + shares.map { "\(Int($0 * 255 + 0.5))" }.joined(separator: ";"))
    }
    guard !codes.isEmpty else { return line }
    return "\u{1B}[\(codes.joined(separator: ";"))m\(line)\u{1B}[0m"
  }
}
