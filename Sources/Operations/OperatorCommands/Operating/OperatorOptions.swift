// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import Files
import HTTPValues
import Measure
import Reactor
import Serving

/// The options of commands that ask a running service.
struct OperatorOptions {
  private static let standardAdmin = Origin(.http, host: "127.0.0.1", port: 8081)

  /// Those that say where the service is.
  static let connection = [
    Option(
      "admin ADDRESS",
      "Where the service answers operators: 127.0.0.1:8081, https://10.0.0.5:8081,"
        + " unix:/run/p.sock",
      fallback: standardAdmin.authority
    ),
    Option("admin-token FILE", "Say the token for operators in this file"),
    Option("authorities FILE", "Trust the authorities in this PEM file in place of the machine's"),
  ]

  /// The one of commands that show reports.
  static let node = Option(
    "node NAME",
    "Show the report of this node of the fleet, or of all with *"
  )

  static let all = connection + [node, SiteOptions.json]

  static let site = Option("site NAME", "The site, where a service has several")

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
  let isJSON: Bool
  private let isPreview: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    let given = try arguments.value(
      "admin",
      expected: "127.0.0.1:8081, https://10.0.0.5:8081 or unix:/path"
    ) { OperatorClient.origin($0) }
    origin = given ?? OperatorOptions.standardAdmin
    tokenFile = arguments.value("admin-token")
    authorities = arguments.value("authorities")
    node = arguments.value("node")
    (isJSON, isPreview) = (arguments.has("json"), arguments.has("preview"))
  }

  func client() async throws -> OperatorClient {
    try await OperatorClient(origin, tokenFile: tokenFile, authorities: authorities, node: node)
  }

  /// Prints a report, as a table or as JSON.
  func show(_ target: String) async throws -> ExitCode {
    let client = try await client()
    if isJSON {
      try await client.ask(.get, target).print()
    } else {
      StandardStream.output.write(try await client.table(target))
    }
    return .done
  }

  /// Gives an order, or says what it would do, and prints the answer.
  func give(_ order: String, _ body: DataValue) async throws -> ExitCode {
    let client = try await client()
    let target = OperatorPath.orders.below(order) + (isPreview ? "?preview" : "")
    if isPreview, !isJSON {
      StandardStream.output.write(try await client.table(target, posting: body.json))
    } else {
      let answer = try await client.ask(.post, target, body.json)
      if isJSON { answer.print() } else { answer.printLines() }
    }
    return .done
  }
}
