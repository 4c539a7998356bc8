// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import LoopTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Options in a file` {
  private let sites = ServedSites()

  private func write(_ text: String) throws -> String {
    try sites.write("shop", "")
    let path = "\(sites.folder)/portico.json5"
    try Files.write(Array(text.utf8), to: path)
    return path
  }

  @Test func `A service takes its options from the file, and says so`() async throws {
    let path = try write(
      #"{ site: "shop", state: "state", cache: "8M", listen: "127.0.0.1:0", admin: "127.0.0.1:0" }"#
    )
    let command = try RunningCommand(["--options", path, "--history", "0"])
    let (visitors, operators) = try await command.addresses()
    #expect(try await RunningCommand.ask("GET /config", at: visitors).contains("200"))
    let runtime = PlainAnswer(try await RunningCommand.ask("GET /runtime", at: operators))
    let options = try runtime.json.list("options")
    func option(_ name: String) -> DataValue? { options.first { $0.text("option") == name } }
    #expect(option("--cache")?.text("value") == "8M")
    #expect(option("--cache")?.text("origin") == "file")
    #expect(option("--site")?.text("value")?.hasSuffix("/shop") == true)
    #expect(option("--history")?.text("origin") == "command line")
    withExtendedLifetime(command) {}
  }

  @Test func `A wrong value is told with the file and the place`() async throws {
    let path = try write("{\n  cache: \"8X\",\n}")
    let outcome = try await Program(BuiltCommand.path).run(["serve", "--options", path])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("\"cache\" at \(path):2:10 is 8X, expected 1M to 1024G"),
      "\(outcome.errors)"
    )
    let missing = try await Program(BuiltCommand.path).run(["serve", "--options", path + "x"])
    #expect(missing.status == 2 && missing.errors.contains("\(path)x cannot be read"))
  }

  @Test func `The schema of the file has the options of the command`() async throws {
    let outcome = try await Program(BuiltCommand.path).run(["schema", "options"])
    let schema = try DataValue(reading: Array(outcome.output.utf8).span, as: .json)
    #expect(schema["properties"]?["listen-tls"] != nil)
    #expect(schema["properties"]?["options"] == nil)
  }
}
