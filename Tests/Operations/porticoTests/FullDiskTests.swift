// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import ResourceModel
import Testing

/// A disk of its own in memory, which takes the rights of an administrator to make.
private final class SmallDisk: Sendable {
  let folder: String

  static let canBeMade: Bool = (try? SmallDisk(megabytes: 1)) != nil

  struct Refused: Error {}

  init(megabytes: Int) throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-disk-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let size = "size=\(megabytes)m,mode=0700"
    guard try SmallDisk.run("mount", "-t", "tmpfs", "-o", size, "tmpfs", folder) else {
      try? FileManager.default.removeItem(atPath: folder)
      throw Refused()
    }
  }

  deinit {
    _ = try? SmallDisk.run("umount", "-l", folder)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func run(_ words: String...) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Writes a file until nothing more fits.
  func fill() throws {
    _ = try SmallDisk.run("dd", "if=/dev/zero", "of=\(folder)/filler", "bs=4096")
  }

  func empty() throws { try FileManager.default.removeItem(atPath: "\(folder)/filler") }
}

@Suite(.timeLimit(.minutes(5)), .enabled(if: SmallDisk.canBeMade))
struct `A served site whose disk is full` {
  private let sites = ServedSites()

  private func health(_ operators: SocketAddress) async throws -> (outcome: String, reason: String)
  {
    let answer = PlainAnswer(try await RunningCommand.ask("GET /health?verbose", at: operators))
    let checks = try #require(try answer.json["health"]?.elements)
    let check = try #require(checks.first { $0.text("check") == "records" }, "\(answer.body)")
    return (try #require(check.text("outcome")), try #require(check.text("reason")))
  }

  @Test func `Writes of records are 507 while the disk is full, and go on by themselves after it`()
    async throws
  {
    // The log reserves 64 MiB.
    let disk = try SmallDisk(megabytes: 160)
    try sites.write("shop", #"resources: { at: "/v1", open: "administer" }"#)
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", disk.folder, "--history", "0"]
    )
    let (visitors, operators) = try await command.addresses()
    func ask(_ line: String, _ body: String? = nil) async throws -> String {
      try await RunningCommand.ask(line, body, at: visitors)
    }
    let type = #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#
    #expect(try await ask("PUT /v1/_schema/notes", type).hasPrefix("HTTP/1.1 200 "))
    let first = try await ask("POST /v1/notes", #"{"text":"kept"}"#)
    #expect(first.hasPrefix("HTTP/1.1 201 "), "\(first)")
    #expect(try await health(operators).outcome == "ok")

    try disk.fill()
    let large = "{\"text\":\"\(String(repeating: "a", count: 200_000))\"}"
    var refused = ""
    // What the log has room for is taken.
    for _ in 0..<100 where !refused.hasPrefix("HTTP/1.1 507 ") {
      refused = try await ask("POST /v1/notes", large)
      #expect(!refused.hasPrefix("HTTP/1.1 500 "), "\(refused)")
    }
    #expect(refused.hasPrefix("HTTP/1.1 507 ") && refused.contains("retry-after: 30"), "\(refused)")
    let problem = try PlainAnswer(refused).json
    #expect(problem["code"] == "full")
    #expect(problem.text("detail")?.hasPrefix("there is no room left on the disk") == true)
    #expect(try await ask("GET /v1/notes").contains("kept"))
    // Writes that wait for one commit all fail for the same reason.
    let statuses = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<32 {
        group.addTask { String(try await ask("POST /v1/notes", large).prefix(12)) }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(statuses == ["HTTP/1.1 507"])
    try await waitUntil("the full disk is told of") {
      try await health(operators).outcome == "failure"
    }
    let reason = try await health(operators).reason
    #expect(
      reason.contains("takes no writes since ") && reason.contains("no room left"),
      "\(reason)"
    )
    let metrics = try await RunningCommand.ask("GET /metrics", at: operators)
    #expect(metrics.contains(/portico_records_store_up\{[^}]*\} 0/))
    let page = try await RunningCommand.ask("GET /", at: operators, accept: "text/html")
    #expect(page.contains("takes no writes since "), "\(page)")
    try await waitUntil("the alert waits to fire") {
      try await RunningCommand.ask("GET /alerts", at: operators).contains("records/shop")
    }

    try disk.empty()
    try await waitUntil("there is room again") { try await health(operators).outcome == "ok" }
    let later = try await ask("POST /v1/notes", large)
    #expect(later.hasPrefix("HTTP/1.1 201 "), "\(later)")
    let said = try await command.until("the store of the records takes writes again")
    #expect(said.contains("the store of the records, takes no writes: the disk has no room left"))
    #expect(said.components(separatedBy: "no room left").count == 2, "it is told once: \(said)")
  }
}
