// SPDX-License-Identifier: Apache-2.0

import Commands
import HTTPValues
import Reactor
import Serving

/// The options of a node of a fleet.
enum FleetOptions {
  static let all = [
    Option(
      "fleet URL|FOLDER",
      "Serve the sites as a node of a fleet, whose nodes share what is in this PostgreSQL database"
        + " (postgresql://portico@db/fleet), or on one machine in this folder"
    ),
    Option(
      "fleet-key FILE",
      "The secret in this file, at least 16 bytes, by which the nodes know each other",
      fallback: "PORTICO_FLEET_KEY of the environment, or for a folder a file that is made there"
    ),
    Option(
      "fleet-wakes ADDRESS",
      "Listen for the notifications of the database at this address, past a pooler",
      fallback: "the address of --fleet"
    ),
    Option(
      "fleet-follow",
      "Publish nothing of the files of this node; serve what the other nodes publish"
    ),
    Option("node NAME", "The name of this node", fallback: "the name of the machine"),
    Option(
      "node-listen ADDRESS",
      "Listen for the other nodes here: 10.0.0.5:8090, unix:/run/node.sock",
      fallback: "a socket of the node in the fleet's folder; needed for a database"
    ),
    Option(
      "node-address ADDRESS",
      "The address at which the other nodes reach this one, such as node-1:8090",
      fallback: "that of --node-listen"
    ),
  ]

  /// Reads the fleet, if the process is a node of one.
  static func settings(_ arguments: Arguments) throws(UsageError) -> FleetSettings? {
    for option in all.dropFirst() { try arguments.check(option.name, need: "fleet") }
    guard let place = arguments.value("fleet") else { return nil }
    guard arguments.has("admin") else {
      throw UsageError(
        "--fleet is given and --admin is not; expected an address for operators, such as"
          + " 127.0.0.1:8081, since a node that measures nothing cannot judge rollouts"
      )
    }
    let isDatabase = place.hasPrefix("postgres://") || place.hasPrefix("postgresql://")
    if arguments.has("fleet-wakes"), !isDatabase {
      throw UsageError("--fleet-wakes is for a database, and --fleet is \(place)")
    }
    guard isDatabase || !place.contains("://"), !place.isEmpty else {
      throw UsageError("--fleet is \(place), expected postgresql://… or a folder")
    }
    let store: FleetSettings.Store =
      isDatabase
      ? .postgreSQL(place, listening: arguments.value("fleet-wakes")) : .folder(place)
    guard let name = arguments.value("node") ?? ProcessEnvironment.hostName, isName(name) else {
      throw UsageError(
        "--node is \(arguments.value("node") ?? "missing"), expected 1 to 63 letters, digits and -._"
      )
    }
    let listener = try listener(arguments, isDatabase ? nil : "unix:\(place)/\(name).sock")
    var settings = FleetSettings(
      store,
      name: name,
      try key(arguments, folder: isDatabase ? nil : place),
      listener: listener
    )
    settings.follows = arguments.has("fleet-follow")
    settings.address =
      try arguments.value("node-address", expected: "HOST:PORT") { Origin($0) == nil ? nil : $0 }
      ?? settings.address
    return settings
  }

  private static func isName(_ name: String) -> Bool {
    (1...63).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._".utf8.contains(byte)
        }
      }
  }

  private static func listener(
    _ arguments: Arguments,
    _ fallback: String?
  ) throws(UsageError) -> SocketAddress {
    guard let text = arguments.value("node-listen") ?? fallback else {
      throw UsageError(
        "--fleet is a database and --node-listen is not given; expected the address at which the"
          + " other nodes reach this one, such as 10.0.0.5:8090"
      )
    }
    guard let address = SocketAddress(text) else {
      throw UsageError(
        "--node-listen is \(text), expected 10.0.0.5:8090, [::1]:8090 or unix:/path, up to 107 bytes"
      )
    }
    return address
  }

  /// The place of the key, which is read when the process begins.
  private static func key(
    _ arguments: Arguments,
    folder: String?
  ) throws(UsageError) -> FleetSettings.KeySource {
    if let path = arguments.value("fleet-key") { return .file(path) }
    if let word = ProcessEnvironment.all[FleetSettings.keyVariable], !word.isEmpty {
      return .environment(word)
    }
    guard let folder else {
      throw UsageError(
        "--fleet-key is not given; expected a file with a secret that all nodes have, such as of"
          + " `openssl rand -hex 32`"
      )
    }
    return .made(folder)
  }
}
