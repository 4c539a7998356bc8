// SPDX-License-Identifier: Apache-2.0

import Files
import LoopTesting
import MemoryHints
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The allocator of a service` {
  /// The variables of the environment of a service that answers.
  private func variables(given environment: [String: String]) async throws -> [Substring] {
    let sites = ServedSites()
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]), environment: environment)
    let operators = try await command.addresses().operators
    #expect(try await RunningCommand.ask("GET /live", at: operators).hasPrefix("HTTP/1.1 200"))
    let variables = try command.environment().split(separator: "\0")
    try await command.stop()
    return variables
  }

  @Test func `keeps a thousand blocks of each size for each thread`() async throws {
    let set = "\(AllocatorSettings.variable)=\(AllocatorSettings.value)"
    #expect(try await variables(given: [:]).contains { $0 == set })
  }

  @Test func `has the settings that the environment gives, if it gives any`() async throws {
    let given = "glibc.malloc.tcache_count=3"
    let variables = try await variables(given: [AllocatorSettings.variable: given])
    let settings = variables.filter { $0.hasPrefix("\(AllocatorSettings.variable)=") }
    #expect(settings == ["\(AllocatorSettings.variable)=\(given)"])
  }
}
