// SPDX-License-Identifier: Apache-2.0

import Foundation
import PorticoClient
import PorticoClientHTTP

/// The Swift client as `portico conformance` tests it: each line of the input is a command, and gets a line. With the
/// name of a bug as an argument, the client is wrong in that one way.
@main
struct Clientprobe {
  static func main() async throws {
    let bug = CommandLine.arguments.dropFirst().first
    let device = Device(transport: FaultyTransport(try HTTPTransport(), bug))
    while let line = readLine() {
      let reply: JSONValue
      do {
        reply = ["value": try await device.value(of: Command(try JSONValue(json: line.utf8)))]
      } catch {
        reply = ["error": .string("\(error)")]
      }
      FileHandle.standardOutput.write(Data(reply.json + [0x0A]))
    }
  }
}

/// A command that cannot be carried out.
struct Misuse: Error, CustomStringConvertible {
  let description: String
}

/// A command, as `Conformance.md` has it.
struct Command {
  private let members: JSONValue

  init(_ members: JSONValue) { self.members = members }

  var name: String { members["do"]?.string ?? "" }

  subscript(name: String) -> JSONValue? { members[name] }

  func text(_ name: String) throws -> String {
    guard let text = members[name]?.string else { throw Misuse(description: "there is no \(name)") }
    return text
  }

  /// The fields of a head.
  var fields: WireFields {
    var fields: WireFields = [:]
    for (name, value) in members["fields"]?.object ?? [:] { fields[name] = value.string }
    return fields
  }
}

/// The device of the clients under test, with its clock.
final class Device {
  private let transport: any Transport
  private let clock = DeviceClock()
  private var apps: [String: App] = [:]

  init(transport: any Transport) { self.transport = transport }

  func value(of command: Command) async throws -> JSONValue {
    if let now = command["now"]?.integer { clock.set(now) }
    switch command.name {
    case "hello": return ["name": "PorticoClient", "capabilities": .array(App.capabilities)]
    case "open":
      apps[try command.text("client")] = try App(command, transport, clock)
      return [:]
    case "clock", "network": return [:]
    case "close":
      apps[try command.text("client")] = nil
      return [:]
    default:
      let name = try command.text("client")
      guard let app = apps[name] else { throw Misuse(description: "\(name) is not open") }
      return try await app.value(of: command)
    }
  }
}
