// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Reactor

/// `portico serve`: listens and answers until it is told to stop.
struct ServeCommand {
  static let definition = CommandDefinition(
    name: "serve",
    summary: "Serve until a signal says to stop; what is under way is finished first.",
    options: [
      OptionDefinition(
        name: "listen",
        value: "ADDRESS",
        summary:
          "Listen for HTTP/1.1 and HTTP/2 here: 127.0.0.1:8080, [::1]:8080, unix:/run/p.sock",
        fallback: "127.0.0.1:8080, or the sockets of the service manager",
        repeats: true
      ),
      OptionDefinition(
        name: "listen-proxy",
        value: "ADDRESS",
        summary: "The same, where every connection begins with a PROXY header",
        repeats: true
      ),
      OptionDefinition(
        name: "loops",
        value: "NUMBER",
        summary: "How many event loops",
        fallback: "one for each processor"
      ),
      OptionDefinition(
        name: "takeover",
        value: "PATH",
        summary: "Take the sockets over from the process that offers them at PATH, then offer them"
      ),
    ],
    examples: [
      .init(line: "portico serve", meaning: "Serve on the loopback address."),
      .init(
        line: "portico serve --listen 0.0.0.0:80 --takeover /run/portico.takeover",
        meaning: "Serve, and let the next process relieve this one without losing a request."
      ),
    ]
  )

  private let listeners: [ListenerConfiguration]
  private let loops: Int
  private let takeover: String?

  init(_ arguments: Arguments) throws(UsageError) {
    let plain = try ServeCommand.listeners(arguments.all("listen"))
    var proxied = try ServeCommand.listeners(arguments.all("listen-proxy"))
    for index in proxied.indices { proxied[index].expectsProxyHeader = true }
    listeners = plain + proxied
    takeover = arguments.value("takeover")
    if let text = arguments.value("loops") {
      guard let number = Int(text), (1...256).contains(number) else {
        throw UsageError("--loops is \(text), expected 1 to 256", ServeCommand.definition)
      }
      loops = number
    } else {
      loops = LoopGroup.processors
    }
  }

  private static func listeners(_ places: [String]) throws(UsageError) -> [ListenerConfiguration] {
    var listeners: [ListenerConfiguration] = []
    for place in places {
      guard let address = SocketAddress(place) else {
        throw UsageError(
          "\(place) is not an address; expected 127.0.0.1:8080, [::1]:8080 or unix:/path",
          definition
        )
      }
      listeners.append(ListenerConfiguration(address))
    }
    return listeners
  }

  func run() async throws {
    let group = try LoopGroup(count: loops)
    let service = try await Service.start(listeners, takeover: takeover, on: group)
    StandardStream.output.write(service.greeting)
    await service.untilStopped()
    await service.stop()
    group.stop()
  }
}
