// SPDX-License-Identifier: Apache-2.0

import Administration
import Commands
import ContentModel
import Measure
import Reactor
import Serving

/// `portico top`: a running service on one screen, each second.
struct TopCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "top",
    summary: "Show what a running service is doing, each second, until q is pressed.",
    options: OperatorOptions.connection + [OperatorOptions.node],
    examples: [
      "portico top": "The service on this machine.",
      "portico top --admin unix:/run/portico/admin.sock":
        "A service that answers operators at a Unix socket.",
    ]
  )

  private static let interval = Duration.seconds(1)
  /// The columns of the first screen, before the terminal has told its own.
  private static let usualColumns = 80
  /// The titles of the tables of `/top`, in their order.
  private static let titles = [
    "Alerts", "Routes in the last 10 s", "Services", "Requests that wait", "Cache",
  ]

  private let options: OperatorOptions

  init(_ arguments: Arguments) throws(UsageError) { options = try OperatorOptions(arguments) }

  func run() async throws -> ExitCode {
    guard StandardStream.output.isTerminal else {
      throw UsageError(
        "the standard output is no terminal; "
          + "curl -H 'Accept: text/plain' shows the tables /top, /timers, /backends, /inflight, /cache"
      )
    }
    let client = try await options.client()
    // This comes before the screen is taken over, so that an error stays visible.
    let first = try await TopCommand.screen(of: client, columns: TopCommand.usualColumns)
    let group = try LoopGroup(count: 1)
    defer { group.stop() }
    let loop = group.loops[0]
    let (keys, pressed) = AsyncStream.makeStream(of: UInt8.self)
    let terminal = try await loop.perform { core in
      LoopConfined(
        try Terminal(on: core, pressed: { pressed.yield($0) }, closed: { pressed.finish() }),
        to: loop.number
      )
    }
    do {
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { for await key in keys where TopCommand.isLeave(key) { return } }
        tasks.addTask {
          var screen = first
          while !Task.isCancelled {
            let columns = try await loop.perform { [screen] _ in
              let size = terminal.value.size
              terminal.value.show(screen.lines(columns: size.columns, rows: size.rows))
              return size.columns
            }
            try await Task.sleep(for: TopCommand.interval)
            // A service that begins anew is away for a while.
            screen = try await screen.renewed(at: UnixTime.now) {
              try await TopCommand.screen(of: client, columns: columns)
            }
          }
        }
        try await tasks.next()
        tasks.cancelAll()
      }
    } catch {
      try await loop.perform { _ in terminal.value.close() }
      throw error
    }
    try await loop.perform { _ in terminal.value.close() }
    return .done
  }

  /// - Parameter columns: those of the terminal; a narrower one than any table fits cuts lines.
  private static func screen(of client: OperatorClient, columns: Int) async throws -> TopScreen {
    let columns = min(max(columns, TableFace.terminals.lowerBound), TableFace.terminals.upperBound)
    let text = try await client.table(OperatorPath.top.with("columns=\(columns)"))
    let tables = String(decoding: ShownText.escaped(Array(text.utf8)), as: UTF8.self)
      .split(separator: "\n\n")
    let sections = zip(titles, tables).map { TopScreen.Section(title: $0, text: String($1)) }
    let time = UnixTime(seconds: UnixTime.now.seconds)
    return TopScreen(heading: "portico at \(client.origin)  \(time)  q leaves", sections: sections)
  }

  /// Whether a key ends the command: q, Q, Ctrl-C or Ctrl-D.
  private static func isLeave(_ key: UInt8) -> Bool {
    [UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4].contains(key)
  }
}
