// SPDX-License-Identifier: Apache-2.0

import Commands
import Files
import HTTPClient
import HTTPValues

/// The options of commands that ask a running service.
struct OperatorOptions {
  private static let standardAdmin = Origin(.http, host: "127.0.0.1", port: 8081)

  static let all = [
    OptionDefinition(
      "admin ADDRESS",
      "Where the service answers operators: 127.0.0.1:8081, https://10.0.0.5:8081,"
        + " unix:/run/p.sock",
      fallback: standardAdmin.authority
    ),
    OptionDefinition("admin-token FILE", "Say the token for operators in this file"),
    OptionDefinition(
      "authorities FILE",
      "Trust the authorities in this PEM file in place of the machine's"
    ),
    OptionDefinition("node NAME", "Show the report of this node of the fleet, or of all with *"),
  ]

  static let site = OptionDefinition("site NAME", "The site, where a service has several")

  /// The whole path of a folder on the machine of the service, which may be another one if the path begins at the root.
  static func path(of folder: String) throws(UsageError) -> String {
    guard let path = folder.hasPrefix("/") ? folder : Files.realPath(folder) else {
      throw UsageError("there is no folder \(folder)")
    }
    return path
  }

  private let origin: Origin
  private let tokenFile: String?
  private let authorities: String?
  private let node: String?

  init(_ arguments: Arguments) throws(UsageError) {
    let given = try arguments.value(
      "admin",
      expected: "127.0.0.1:8081, https://10.0.0.5:8081 or unix:/path"
    ) { OperatorClient.origin($0) }
    origin = given ?? OperatorOptions.standardAdmin
    tokenFile = arguments.value("admin-token")
    authorities = arguments.value("authorities")
    node = arguments.value("node")
  }

  func client() async throws -> OperatorClient {
    try await OperatorClient(origin, tokenFile: tokenFile, authorities: authorities, node: node)
  }
}
