// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FolderTesting
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command that forecasts an edition` {
  private final class Site: Sendable {
    private let temporary = TemporaryFolder()
    var folder: String { "\(temporary.path)/forecast" }

    func portico(_ words: String...) async throws -> Program.Outcome {
      try await Program(BuiltCommand.path).run(words)
    }
  }

  @Test func `needs traffic, which serving the site keeps in its state folder over restarts`()
    async throws
  {
    let site = Site()
    _ = try await site.portico("new", site.folder)
    let none = try await site.portico("check", "--forecast", "--site", site.folder)
    #expect(none.status != 0)
    #expect(none.errors.contains("there is no traffic in \(site.folder)/.portico"))

    for _ in 0..<2 {
      let command = try RunningCommand(["--site", site.folder] + RunningCommand.anywhere)
      let visitors = try await command.addresses().visitors
      for _ in 0..<5 {
        #expect(try await RunningCommand.ask("GET /config", at: visitors).contains(" 200 "))
      }
      try await command.stop()
    }
    let text = try await site.portico("check", "--forecast", "--site", site.folder)
    #expect(text.status == 0 && text.errors.isEmpty)
    #expect(text.output.contains("a day of this traffic, of which "))
    let json = try await site.portico("check", "--forecast", "--json", "--site", site.folder)
    let value = try DataValue(reading: Array(json.output.utf8).span, as: .json)
    let candidate = try #require(value["forecast"]?["candidate"])
    guard case .integer(10)? = candidate["requests"]?.content else {
      Issue.record("\(json.output)")
      return
    }
    guard case .string(let name)? = candidate["edition"]?.content,
      case .string(let served)? = value["forecast"]?["served"]?["edition"]?.content
    else {
      Issue.record("\(json.output)")
      return
    }
    #expect(name == served)
  }
}
