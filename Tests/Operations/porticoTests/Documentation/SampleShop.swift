// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

/// The sample as `make run` runs it, but at ports where nobody else is: its services, and a gateway in
/// front of them.
final class SampleShop: Sendable {
  let visitors: SocketAddress
  let operators: SocketAddress
  /// By their usual ports, as pages name them.
  private let ports: [(usual: String, actual: String)]
  private let services: ChildProcess
  private let gateway: RunningCommand
  private let folder: ServedSites
  /// The Varnish in front of the gateway, if there is one.
  private let edge: RealServer?

  private static let usualPorts = [
    "catalog": "9001", "prices": "9002", "reviews": "9003", "stock": "9004", "stores": "9005",
    "accounts": "9006", "orders": "9007",
  ]

  /// - Parameters:
  ///   - isBehindVarnish: whether a real Varnish is in front, with the site's exported configuration, which the
  ///     gateway purges.
  ///   - change: what is different in the site, whose folder it is given.
  init(
    behindVarnish isBehindVarnish: Bool = false,
    changing change: (ServedSites) throws -> Void = { _ in }
  ) async throws {
    folder = ServedSites()
    let program = URL(fileURLWithPath: BuiltCommand.path).deletingLastPathComponent()
      .appendingPathComponent("flower-shop").path
    services = try ChildProcess(
      program,
      ["run", "--first-port", "0"]
    )
    let handle = services.output
    let said = try await onThread {
      var said = ""
      while said.filter({ $0 == "\n" }).count < SampleShop.usualPorts.count,
        case let data = handle.availableData, !data.isEmpty
      {
        said += String(decoding: data, as: UTF8.self)
      }
      return said
    }
    var ports = said.matches(of: /([a-z]+) http:\/\/(127.0.0.1:[0-9]+)\//).compactMap { place in
      SampleShop.usualPorts[String(place.1)].map { ("127.0.0.1:\($0)", String(place.2)) }
    }
    try #require(ports.count == SampleShop.usualPorts.count)
    try SampleShop.copySite(to: folder.folder, ports)
    try change(folder)
    let port = try ReservedPort()
    edge = isBehindVarnish ? try await SampleShop.varnish(to: port.address, folder) : nil
    gateway = try RunningCommand(
      [
        "--site", folder.folder, "--state", "\(folder.folder)/state", "--listen", "\(port.address)",
        "--admin", "127.0.0.1:0",
      ],
      environment: ["SHOP_ADMIN_TOKEN": "flowers"]
    )
    let served = try await gateway.addresses()
    (visitors, operators) = (edge?.address ?? served.visitors, served.operators)
    ports += [("127.0.0.1:8080", "\(visitors)"), ("127.0.0.1:8081", "\(operators)")]
    self.ports = ports
  }

  deinit { services.signal(SIGTERM) }

  /// Starts a Varnish for the gateway at an address, and names it in the site.
  private static func varnish(
    to gateway: SocketAddress,
    _ folder: ServedSites
  ) async throws -> RealServer {
    let export = try await Program(BuiltCommand.path).run([
      "export", "varnish", "--site", folder.folder, "--origin", "\(gateway)",
    ])
    try #require(export.status == 0, "\(export.errors)")
    let edge = try await RealServer.varnish { _, _ in export.output }
    let settings = try folder.text(of: "Content/site.json5")
    let named = settings.replacing(
      "  defaults: {",
      with: "  edges: { cdn: { kind: \"varnish\", peers: [\"127.0.0.1\"], "
        + "purge: { address: [\"http://\(edge.address)\"] } } },\n  defaults: {"
    )
    try #require(named != settings)
    try folder.put(named, at: "Content/site.json5")
    return edge
  }

  /// Changes a file of the site, which publishes it.
  func edit(_ path: String, replacing text: String, with other: String) throws {
    let present = try folder.text(of: path)
    try #require(present.contains(text), "\(path)")
    try folder.put(present.replacing(text, with: other), at: path)
  }

  /// Sends an order to the gateway, or a fault to a service.
  func order(_ method: String, _ url: String, _ body: String = "{}") async throws {
    let command =
      "curl -fsS -X \(method) -H 'content-type: application/json' -d '\(body)' http://\(url)"
    _ = try await seen(after: command)
  }

  /// Ends the gateway and what is in front of it; the services stay.
  func stopGateway() async throws {
    try await gateway.stop(atOnce: true)
    try await edge?.stop()
  }

  private static func copySite(
    to folder: String,
    _ ports: [(usual: String, actual: String)]
  ) throws {
    let manager = FileManager.default
    try Files.makeFolder(folder)
    for name in ["Content", "Locales"] {
      try manager.copyItem(
        atPath: DocumentedBlock.root.appendingPathComponent(name).path,
        toPath: "\(folder)/\(name)"
      )
    }
    let settings = "\(folder)/Content/site.json5"
    var text = try String(contentsOfFile: settings, encoding: .utf8)
    for (usual, actual) in ports { text = text.replacing(usual, with: actual) }
    try text.write(toFile: settings, atomically: true, encoding: .utf8)
  }

  /// What `portico log` prints of the gateway's log.
  func log(_ words: String...) async throws -> String {
    let outcome = try await Program(BuiltCommand.path)
      .run(["log", "--state", "\(folder.folder)/state"] + words)
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    return ports.reduce(outcome.output) { $0.replacing($1.actual, with: $1.usual) }
  }

  /// Runs a command of a page, and answers what one sees.
  func seen(after command: String) async throws -> String {
    var command = command
    for (usual, actual) in ports { command = command.replacing(usual, with: actual) }
    let outcome = try await Program("bash").run(["-c", command])
    #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    // Pages do not show how a transfer went on, which curl says beside.
    return ports.reduce(outcome.output) { $0.replacing($1.actual, with: $1.usual) }
  }
}
