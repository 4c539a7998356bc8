// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The README` {
  private var blocks: [DocumentedBlock] { DocumentedBlock.all.filter { $0.file == "README.md" } }

  /// In their order, since a service is broken at the end.
  @Test func `The README shows what its commands print`() async throws {
    let shop = try await SampleShop()
    let steps = blocks.flatMap { Transcript($0.text).steps }
    #expect(steps.count > 8)
    var assignments = ""
    for step in steps {
      let seen = try await shop.seen(after: assignments + step.command)
      if step.command.contains(/^[a-z]+=/) { assignments += step.command + "\n" }
      if let difference = Transcript.difference(between: seen, and: step.shown) {
        Issue.record("\(step.command): \(difference)")
      }
    }
  }

  @Test func `The README's commands for a site of one's own work`() async throws {
    let folder = ServedSites()
    try Files.makeFolder(folder.folder)
    let block = try #require(blocks.first { $0.text.contains("portico new shop") })
    var visitors = "127.0.0.1:8080"
    var serving: RunningCommand?
    for line in block.text.split(separator: "\n") {
      let command = line.replacing(#/ +#.*$/#, with: "")
      if command.hasPrefix("portico serve ") {
        let options = command.split(separator: " ").dropFirst(2).map(String.init)
        let command = try RunningCommand(
          options.map { $0 == "shop" ? "\(folder.folder)/shop" : $0 } + RunningCommand.anywhere
        )
        visitors = "\(try await command.addresses().visitors)"
        serving = command
        continue
      }
      let script = "cd '\(folder.folder)'; PATH='\(BuiltCommand.folder)':$PATH; \(command)"
      let outcome = try await Program("bash").run([
        "-c", script.replacing("127.0.0.1:8080", with: visitors),
      ])
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    #expect(serving != nil)
    withExtendedLifetime(serving) {}
  }
}
