// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import LoopTesting
import ProgramTesting
import ResourceModel
import ResourceStore
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A store whose process is killed` {
  private static let program = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("storeprobe").path

  @Test func `A killed process's store has every completed write, in versions without a gap`()
    async throws
  {
    let file = StoreFile()
    var written: Set<String> = []
    for round in 0..<20 {
      let child = try ChildProcess(Self.program, ["write", file.path])
      // Another number of writes each time, so that it dies in all places.
      let lines = try await onThread { try Self.lines(1 + round * 7, of: child.output) }
      child.signal(SIGKILL)
      #expect(try await child.ended() == 128 + SIGKILL)
      let rest = String(decoding: child.output.readDataToEndOfFile(), as: UTF8.self)
      let all = (lines + rest).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      written.formUnion(all.map(String.init))
      let store = try file.open()
      for id in written {
        let id = try #require(ResourceID(id))
        #expect(try store.resource(id, withDeleted: false)?.attributes["name"]?.string == "Rose")
      }
      var versions: [Int64] = []
      var page: ChangePage
      repeat {
        page = try store.history.changes(since: versions.last ?? 0, in: "", limit: 1_000)
        versions += page.resources.map(\.version)
      } while page.hasMore
      #expect(versions == versions.indices.map { Int64($0 + 1) })
      #expect(page.version == versions.last && versions.count >= written.count)
    }
  }

  /// The output of a program up to a number of lines.
  private static func lines(_ count: Int, of output: FileHandle) throws -> String {
    var text = ""
    while text.count(where: { $0 == "\n" }) < count {
      let data = output.availableData
      try #require(!data.isEmpty, "it ended after: \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
    return text
  }
}
