// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import Gateway
import Geography
import GeographyTesting
import LoopTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A database of countries that is watched` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = TemporaryFolder()
    path = "\(folder.path)/countries.mmdb"
    try Files.write(DatabaseWriter.countries([127: "US"]), to: path)
  }

  /// The reports of a watch so far, for a test that waits for one.
  private final class Reports: Sendable {
    private let pipe = Pipe()
    private let changes = Mutex<[CountryFile.Change]>([])

    func tell(_ change: CountryFile.Change) {
      changes.withLock { $0.append(change) }
      pipe.fileHandleForWriting.write(Data([1]))
    }

    func next() async throws -> CountryFile.Change {
      let reading = pipe.fileHandleForReading
      _ = try await onThread { try reading.read(upToCount: 1) }
      return changes.withLock { $0.removeFirst() }
    }
  }

  private static let files = [
    "home": """
    { datatype: "a", body: { country: "unknown" },
      variants: [ { when: { country: "US" }, patch: { country: "US" } },
        { when: { country: "FR" }, patch: { country: "FR" } } ] }
    """
  ]

  private static let settings =
    #"{ languages: { published: ["en"], source: "en", default: "en" }, roots: "*" }"#

  @Test
  func `A changed country database replaces the old one, and a broken one does not`() async throws {
    let file = try CountryFile(path)
    let server = try await SiteServer(Self.files, settings: Self.settings, countries: file)
    let reports = Reports()
    let watch = try CountryWatch(file) { reports.tell($0) }
    defer { watch.stop() }
    #expect(try await server.get("/home").body.contains(#""country":"US""#))

    try Files.write(DatabaseWriter.countries([127: "FR"]), to: path)
    guard case .replaced = try await reports.next() else {
      Issue.record("not replaced")
      return
    }
    #expect(try await server.get("/home").body.contains(#""country":"FR""#))

    try Files.write(Array("no database".utf8), to: path)
    guard case .refused(let error) = try await reports.next() else {
      Issue.record("not refused")
      return
    }
    #expect("\(error)".hasPrefix("\(path): no MaxMind metadata"))
    #expect(try await server.get("/home").body.contains(#""country":"FR""#))

    try Files.remove(path)
    guard case .refused(let gone) = try await reports.next() else {
      Issue.record("not refused")
      return
    }
    #expect("\(gone)".hasSuffix("expected a file that can be read"))
    #expect(try await server.get("/home").body.contains(#""country":"FR""#))

    try Files.write(DatabaseWriter.countries([127: "US"]), to: path)
    guard case .replaced = try await reports.next() else {
      Issue.record("not replaced")
      return
    }
    #expect(try await server.get("/home").body.contains(#""country":"US""#))
  }
}
