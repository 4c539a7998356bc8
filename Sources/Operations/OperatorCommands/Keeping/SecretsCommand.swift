// SPDX-License-Identifier: Apache-2.0

import Commands
import Editions
import Reactor
import Serving
import Sites

/// `portico secrets`: shows and changes the keys that encrypt the secrets of second factors.
struct SecretsCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "secrets",
    summary: "Show the keys that encrypt the secrets of second factors, or rotate them.",
    options: [SiteOptions.site, SiteOptions.state],
    operands: "[add|rotate]",
    examples: [
      "portico secrets --state /var/lib/portico":
        "Show the names of the keys, and how many secrets each has encrypted.",
      "portico secrets add --state /var/lib/portico":
        "Add a new key, with which nothing is encrypted yet; then copy the file to all gateways "
        + "of the database.",
      "portico secrets rotate --state /var/lib/portico":
        "Encrypt all secrets by the newest key; the one before still reads them.",
    ]
  )

  private enum Order: String {
    case show, add, rotate
  }

  private let options: SiteOptions
  private let order: Order

  init(_ arguments: Arguments) throws(UsageError) {
    let word = arguments.operands.first ?? Order.show.rawValue
    guard let order = Order(rawValue: word), arguments.operands.count <= 1 else {
      throw UsageError("expected add, rotate, or neither")
    }
    self.order = order
    options = SiteOptions(arguments)
  }

  func run() async throws -> ExitCode {
    var secrets = try SiteSecrets(try options.edition().site.resources, in: options.state)
    switch order {
    case .show: break
    case .add: try secrets.add()
    case .rotate: try secrets.rotate()
    }
    for line in try secrets.lines() { StandardStream.output.write("\(line)\n") }
    return .done
  }
}
