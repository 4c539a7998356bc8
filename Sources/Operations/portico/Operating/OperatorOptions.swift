// SPDX-License-Identifier: Apache-2.0

import Commands
import Files
import HTTPClient
import HTTPValues

/// The options of commands that ask a running service.
struct OperatorOptions {
  private static let standardAdmin = "127.0.0.1:8081"

  static let all = [
    OptionDefinition(
      name: "admin",
      value: "ADDRESS",
      summary: "Where the service answers operators: 127.0.0.1:8081, https://10.0.0.5:8081,"
        + " unix:/run/p.sock",
      fallback: standardAdmin
    ),
    OptionDefinition(
      name: "admin-token",
      value: "FILE",
      summary: "Say the token for operators in this file"
    ),
    OptionDefinition(
      name: "authorities",
      value: "FILE",
      summary: "Trust the authorities in this PEM file in place of the machine's"
    ),
    OptionDefinition(
      name: "node",
      value: "NAME",
      summary: "Show the report of this node of the fleet, or of all with *"
    ),
  ]

  static let site = OptionDefinition(
    name: "site",
    value: "NAME",
    summary: "The site, where a service has several"
  )

  /// The whole path of a folder on the machine of the service, which may be another one if the path begins at the root.
  static func path(of folder: String, _ command: CommandDefinition) throws(UsageError) -> String {
    guard let path = folder.hasPrefix("/") ? folder : Files.realPath(folder) else {
      throw UsageError("there is no folder \(folder)", command)
    }
    return path
  }

  private let origin: Origin
  private let tokenFile: String?
  private let authorities: String?
  private let node: String?

  init(_ arguments: Arguments, of command: CommandDefinition) throws(UsageError) {
    let admin = arguments.value("admin") ?? OperatorOptions.standardAdmin
    guard let origin = OperatorClient.origin(admin) else {
      throw UsageError(
        "--admin is \(admin), expected 127.0.0.1:8081, https://10.0.0.5:8081 or unix:/path",
        command
      )
    }
    self.origin = origin
    tokenFile = arguments.value("admin-token")
    authorities = arguments.value("authorities")
    node = arguments.value("node")
  }

  func client() async throws -> OperatorClient {
    try await OperatorClient(origin, tokenFile: tokenFile, authorities: authorities, node: node)
  }
}
