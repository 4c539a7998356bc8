// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Measure
package import Message
package import Reactor

/// The receiver of the alerts that satisfy some matchers: `severity="page" -> https://hooks.example.com/page`.
package struct AlertRoute: Sendable {
  /// The receiver of a route.
  package enum Receiver: Sendable {
    case webhook(Webhook.Settings)
    case command(AlertCommand)
  }

  package let matchers: [AlertMatcher]
  package let receiver: Receiver

  private static let arrow = " -> "

  /// - Parameter keyFile: the file with the key that signs messages to webhooks; `nil` for none.
  package init(_ text: String, keyFile: String?) throws(PlainError) {
    guard let arrow = text.ranges(of: AlertRoute.arrow).last else {
      throw PlainError(
        "expected matchers, -> and a receiver, such as severity=\"page\" -> https://hooks.example.com/page"
      )
    }
    do {
      matchers = try AlertMatcher.list(String(text[..<arrow.lowerBound]))
    } catch {
      throw PlainError("\(error)")
    }
    let rest = String(text[arrow.upperBound...].drop { $0 == " " })
    if let command = AlertCommand(rest) {
      receiver = .command(command)
    } else if let settings = Webhook.Settings(rest, keyFile: keyFile) {
      receiver = .webhook(settings)
    } else {
      throw PlainError(
        "\(rest) is no receiver; expected an address such as https://hooks.example.com/page, or the path of a"
          + " program and its arguments"
      )
    }
  }
}

/// Those to whom alerts are reported.
package struct AlertReceivers: Sendable {
  /// The receivers of the alerts that no route is for.
  private let usual: [MessageSender.Sending]
  private let routes: [(matchers: [AlertMatcher], send: MessageSender.Sending)]

  /// Starts the senders of a configuration on a loop.
  package static func start(
    _ configuration: ServiceConfiguration,
    _ shared: SharedResources,
    on loop: EventLoop
  ) async throws -> AlertReceivers {
    func start(_ receiver: AlertRoute.Receiver) async throws -> MessageSender.Sending {
      switch receiver {
      case .webhook(let settings): try await Webhook.start(settings, shared, on: loop)
      case .command(let command): try await command.start(on: loop)
      }
    }
    var usual: [MessageSender.Sending] = []
    if let webhook = configuration.alertWebhook { usual.append(try await start(.webhook(webhook))) }
    if let command = configuration.alertCommand { usual.append(try await start(.command(command))) }
    var routes: [(matchers: [AlertMatcher], send: MessageSender.Sending)] = []
    for route in configuration.alertRoutes {
      routes.append((route.matchers, try await start(route.receiver)))
    }
    return AlertReceivers(usual: usual, routes: routes)
  }

  /// The receivers of an alert: those of all routes that it fits now or did when it was reported, so that whoever was
  /// told that it fires is told that it is over.
  func receivers(of entry: AlertBook.Entry) -> [MessageSender.Sending] {
    let (places, isUsual) = AlertReceivers.chosen(among: routes.map(\.matchers), for: entry)
    return places.map { routes[$0].send } + (isUsual ? usual : [])
  }

  /// The places of the routes for an alert, and whether it is for those whom no route names.
  package static func chosen(
    among routes: [[AlertMatcher]],
    for entry: AlertBook.Entry
  ) -> (places: [Int], isUsual: Bool) {
    let severities = Set(entry.told + [entry.condition.severity])
    let found = severities.map { severity in
      let form = entry.condition.with(severity)
      return routes.indices.filter { place in routes[place].allSatisfy { $0.holds(for: form) } }
    }
    return (Set(found.flatMap(\.self)).sorted(), found.contains { $0.isEmpty })
  }
}

extension AlertCondition {
  /// The same condition with another severity.
  fileprivate func with(_ severity: Severity) -> AlertCondition {
    AlertCondition(id, severity, site: site, look: look, patience: patience, text)
  }
}
