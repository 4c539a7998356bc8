// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import SwiftUI

/// A view of the screens of a navigator, with a list of rows, and the actions and fields of the content.
///
/// The tests of this package run on Linux, where there is no SwiftUI: **this view is not tested there**, only
/// everything that it shows. It is meant to be read, and copied into an app that wants other looks.
///
/// ```swift
/// ScreenView(navigator) { row in (row.model as? Stars).map { AnyView(StarsView($0)) } }
/// ```
public struct ScreenView: View {
  private let navigator: Navigator
  private let showOwn: (Action) -> Void
  private let custom: (Row) -> AnyView?
  @State private var state: NavigationState
  // The client has an environment of its own.
  @SwiftUI.Environment(\.openURL) private var openURL

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - navigator: the navigator, which the app has started or starts.
  ///   - showOwn: shows a view controller of the app, for an action that names one.
  ///   - custom: returns the app's own view of a row; `nil` for the view of this package.
  public init(
    _ navigator: Navigator,
    showOwn: @escaping (Action) -> Void = { _ in },
    custom: @escaping (Row) -> AnyView? = { _ in nil }
  ) {
    (self.navigator, self.showOwn, self.custom) = (navigator, showOwn, custom)
    _state = State(initialValue: navigator.state)
  }

  /// The screen that is shown, which changes with the navigator.
  public var body: some View {
    List {
      if let screen = state.screen { content(of: screen) }
      if state.loading != nil { ProgressView() }
    }
    .refreshable { await navigator.reload() }
    .task { for await newer in navigator.changes { state = newer } }
  }

  @ViewBuilder
  private func content(of screen: Screen) -> some View {
    if !state.previous.isEmpty { Button("‹") { navigator.goBack() } }
    if let image = screen.image { picture(image) }
    if let title = screen.document.title { Text(title).font(.title) }
    if screen.isIncomplete { Text("Some of this is missing or old.").italic() }
    if let text = screen.document.text { Text(text) }
    if let value = screen.model?.valueText { Text(value) }
    ForEach(Array(screen.rows.enumerated()), id: \.offset) { _, row in view(of: row) }
    actions(of: screen)
  }

  @ViewBuilder
  private func actions(of screen: Screen) -> some View {
    if screen.failure != nil { Button("Retry") { Task { await navigator.reload() } } }
    if let next = screen.nextPage { Button("More") { perform(next) } }
    if let next = screen.proceed {
      Button(screen.document.action?.string ?? "Continue") { perform(next) }
    }
    if let cancel = screen.cancel { Button("Cancel", role: .cancel) { perform(cancel) } }
  }

  // A row can have rows itself, and a view cannot have its own type in itself.
  private func view(of row: Row) -> AnyView {
    if let own = custom(row) { return own }
    return AnyView(
      VStack(alignment: row.style.stackAlignment) {
        if let key = row.component.key?.string, row.component.datatype == "field" {
          TextField(row.component.title ?? key, text: entry(of: key))
        } else if let action = row.action {
          Button {
            perform(action, row.component)
          } label: {
            label(of: row)
          }
        } else {
          label(of: row)
        }
        ForEach(Array(row.rows.enumerated()), id: \.offset) { _, inner in view(of: inner) }
        if row.style.hasLine { Divider() }
      }
      .frame(minHeight: row.style.height.map { CGFloat($0) })
    )
  }

  private func picture(_ address: WebAddress) -> some View {
    AsyncImage(url: URL(string: address.description)) { image in
      image.resizable().scaledToFit()
    } placeholder: {
      EmptyView()
    }
    .frame(maxHeight: 240)
  }

  private func label(of row: Row) -> some View {
    VStack(alignment: row.style.stackAlignment) {
      if let image = row.image { picture(image) }
      HStack {
        if let title = row.component.title { styled(title, row.style) }
        if let value = row.value {
          Spacer()
          styled(value, row.style)
        }
      }
      if let text = row.component.text { styled(text, row.style) }
    }
    .frame(maxWidth: .infinity, alignment: row.style.frameAlignment)
  }

  private func styled(_ string: String, _ style: RowStyle) -> Text {
    var text = Text(verbatim: string)
    if let size = style.size { text = text.font(.system(size: CGFloat(size))) }
    if style.isBold { text = text.bold() }
    if style.isItalic { text = text.italic() }
    if style.isUnderlined { text = text.underline() }
    guard let color = style.color else { return text }
    return text.foregroundColor(
      Color(.sRGB, red: color.red, green: color.green, blue: color.blue, opacity: color.alpha)
    )
  }

  private func entry(of key: String) -> Binding<String> {
    let navigator = navigator
    return Binding(
      get: { navigator.state.values[key] ?? "" },
      set: { navigator.set($0, for: key) }
    )
  }

  private func perform(_ action: Action, _ component: Component? = nil) {
    Task {
      guard await !navigator.perform(action, showing: component) else { return }
      if case .openOutside(let address) = action, let url = URL(string: address) {
        openURL(url)
      } else {
        showOwn(action)
      }
    }
  }
}

extension RowStyle {
  fileprivate var stackAlignment: HorizontalAlignment {
    switch alignment {
    case .left, nil: .leading
    case .center: .center
    case .right: .trailing
    }
  }

  fileprivate var frameAlignment: SwiftUI.Alignment {
    switch alignment {
    case .left, nil: .leading
    case .center: .center
    case .right: .trailing
    }
  }
}
#endif
