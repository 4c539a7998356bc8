// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import PorticoClientHTTP

/// `portico-app`: an app in the terminal, to learn from. It knows one URL; what it shows comes from there.
///
/// All of an app is here: a client with a folder of its own, a session, the datatypes that it draws, and a loop that
/// shows a screen and performs an action. What came once is shown without a network too.
@main
struct PorticoApp {
  private static let help = """
    usage: portico-app CONFIG-URL [FOLDER [LANGUAGES [APP]]]
           portico-app preview LINK [LANGUAGES [APP]]

    Shows the screens of a service. FOLDER is where they are kept for a start without a network
    (portico-app.data), LANGUAGES what the reader wants ("fr-CA, en"), and APP what describes the
    app and its user, such as 'app="com.example.flowers", version=3.1, country=CA'. With preview it
    shows the draft of an editor's link, anew after each save.

    """

  private let environment: Environment
  private let folder: String
  private let app: String?
  private let renderer = TerminalRenderer(width: 72)

  static func main() async {
    var words = Array(CommandLine.arguments.dropFirst())
    let isPreview = words.first == "preview"
    if isPreview {
      words.removeFirst()
      // Drafts are not kept.
      words.insert("", at: min(1, words.count))
    }
    guard let url = words.first.flatMap({ WebAddress($0) }), words.count <= 4 else {
      return print(help, terminator: "")
    }
    let app = PorticoApp(
      environment: Environment(name: "\(url.authority)", configURL: url),
      folder: words.count > 1 ? words[1] : "portico-app.data",
      app: words.count > 3 ? words[3] : nil
    )
    var languages: String? = words.count > 2 ? words[2] : "en"
    if isPreview, let languages { return await app.preview(in: languages) }
    var isChange = false
    while let wanted = languages {
      languages = await app.run(in: wanted, isChange: isChange)
      isChange = true
    }
  }

  /// Shows screens in some languages.
  ///
  /// - Parameter isChange: whether another language was shown before, whose links are kept.
  /// - Returns: other languages that the user wants; `nil` at the end.
  private func run(in languages: String, isChange: Bool) async -> String? {
    var fields: WireFields = ["Accept-Language": languages]
    fields["X-App"] = app
    do {
      let client = Client(
        environment,
        fields: fields,
        transport: try HTTPTransport(),
        persistence: Container(environment, in: folder).persistence
      )
      let session = try await client.start(.wait(upTo: .seconds(2)))
      if isChange { try await session.refresh() }
      let next = await show(session)
      try await client.store.synchronize()
      return next
    } catch {
      print("There is nothing to show yet. \(error)")
      return nil
    }
  }

  /// Shows the first screen of a draft, and again after each save, until the preview is over.
  private func preview(in languages: String) async {
    var fields: WireFields = ["Accept-Language": languages]
    fields["X-App"] = app
    do {
      let client = Client(environment, fields: fields, transport: try HTTPTransport())
      var session = try await client.preview(environment.configURL.description)
      await draw(session)
      while let status = await session.changes.first(where: { status in
        status.state == .previewEnded || status.newer != nil
      }) {
        print(notice(of: status.state), terminator: "")
        if status.state == .previewEnded { return }
        session = session.next()
        await draw(session)
      }
    } catch {
      print("There is no draft to show. \(error)")
    }
  }

  private func draw(_ session: Session) async {
    let navigator = Navigator(session, PorticoApp.datatypes, device: "phone")
    await navigator.start()
    let state = navigator.state
    guard let screen = state.screen else { return }
    for line in renderer.page(of: screen, values: state.values).lines { print(line) }
    for error in session.config["_draft"]?["errors"]?.array ?? [] {
      print("! \(error.string ?? "")")
    }
  }

  /// The datatypes that this app draws, beside those that every app does.
  private static var datatypes: Datatypes {
    var datatypes = Datatypes()
    datatypes.register(Item.self, readsUntyped: true)
    datatypes.register(Page.self)
    datatypes.register(Product.self)
    datatypes.register(Stars.self)
    datatypes.add("items")
    return datatypes
  }

  /// Shows the screens of a session, and what its status says above or in place of them.
  private func show(_ session: Session) async -> String? {
    let navigator = Navigator(session, PorticoApp.datatypes, device: "phone")
    await navigator.start()
    while true {
      let status = session.status
      if let banner = status.banner { print("*** \(banner) ***") }
      print(notice(of: status.state), terminator: "")
      let state = navigator.state
      var choices: [TerminalRenderer.Choice] = []
      if status.state.isOpen, let screen = state.screen {
        let page = renderer.page(of: screen, values: state.values)
        for line in page.lines { print(line) }
        choices = page.choices
      }
      print("number, KEY=VALUE, b(ack), r(eload), l LANGUAGES, q(uit) > ", terminator: "")
      guard let line = readLine(), line != "q" else { return nil }
      if line.hasPrefix("l ") { return String(line.dropFirst(2)) }
      await perform(line, of: choices, session, navigator)
      print("")
    }
  }

  private func perform(
    _ line: String,
    of choices: [TerminalRenderer.Choice],
    _ session: Session,
    _ navigator: Navigator
  ) async {
    if line == "b" {
      navigator.goBack()
    } else if line == "r" {
      do { try await session.refresh() } catch { print("The service does not answer. \(error)") }
      await navigator.reload()
    } else if let number = Int(line), choices.indices.contains(number - 1) {
      let choice = choices[number - 1]
      if await !navigator.perform(choice.action, showing: choice.component) {
        print("On a phone this would open \(choice.action)")
      }
    } else if let mark = line.firstIndex(of: "=") {
      navigator.set(String(line[line.index(after: mark)...]), for: String(line[..<mark]))
    }
  }

  /// The texts of the service about the app itself.
  private func notice(of state: AppState) -> String {
    switch state {
    case .running: ""
    case .updateAvailable(let update):
      "Version \(update.latest ?? "") is there: \(update.message ?? "") \(update.continueURL)\n"
    case .updateRequired(let update):
      "This version has come to its end: \(update.message ?? "") \(update.continueURL)\n"
    case .maintenance(let closed):
      "Closed: \(closed.message) Asked again in \(closed.retryAfter) s.\n"
    case .previewEnded: "The preview is over.\n"
    case .unavailable(let languages):
      "There is nothing for you here. Languages: \(languages.joined(separator: ", "))\n"
    }
  }
}
