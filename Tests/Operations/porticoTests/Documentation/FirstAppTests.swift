// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import LoopTesting
import ProgramTesting
import Testing

/// Follows the client's guide for a first app word by word, against the sample shop.
@Suite(.timeLimit(.minutes(20))) struct `The guide for a first app` {
  private static let page = "Sources/Client/PorticoClient/PorticoClient.docc/FirstApp.md"

  @Test func `Its app has at most 25 lines, and shows a screen with and without a network`()
    async throws
  {
    let text = try String(
      contentsOf: DocumentedBlock.root.appendingPathComponent(Self.page),
      encoding: .utf8
    )
    let blocks = DocumentedBlock.blocks(of: text, in: "FirstApp.md")
      .filter { $0.language == "swift" }.map(\.text)
    try #require(blocks.count == 2)
    let app = blocks[1]
    #expect(app.split(separator: "\n").count <= 25)
    #expect(app.contains("http://127.0.0.1:8080/config"))

    let shop = try await SampleShop()
    let folder = ServedSites()
    let place = "\(folder.folder)/flowers"
    try Files.makeFolder("\(place)/Sources/flowers")
    // An app that needs the third module as well shows that the whole package builds in an empty place.
    let another = #".product(name: "PorticoClientURLSession","#
    let manifest = blocks[0].replacing(
      another,
      with: #".product(name: "PorticoClientSQLite", package: "portico-client"), "# + another
    )
    try #require(manifest != blocks[0])
    try folder.put(manifest, at: "flowers/Package.swift")
    try folder.put(
      app.replacing("127.0.0.1:8080", with: "\(shop.visitors)"),
      at: "flowers/Sources/flowers/main.swift"
    )
    let script = DocumentedBlock.root.appendingPathComponent("Sources/Client/Package/package.sh")
    let written = try await Program("bash").run(
      [script.path, "\(folder.folder)/portico-client"],
      seconds: 60
    )
    try #require(written.status == 0, "\(written.errors)")
    // Module by module and without what debuggers need, compilation takes a third of the processor time.
    let built = try await Program("swift").run(
      [
        "build", "--package-path", place, "-c", "release", "-Xswiftc", "-Onone", "-Xswiftc",
        "-gnone",
      ],
      seconds: 900
    )
    try #require(built.status == 0, "\(built.output) \(built.errors)")

    func said() async throws -> [Substring] {
      let outcome = try await Program("env").run(
        ["TMPDIR=\(folder.folder)/", "\(place)/.build/release/flowers"],
        seconds: 120
      )
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output.split(separator: "\n")
    }
    let online = try await said()
    #expect(online.first?.hasSuffix(" from the network") == true, "\(online)")
    #expect(online.count >= 3 && online.dropFirst().allSatisfy { $0.count > 3 }, "\(online)")
    try await shop.stopGateway()
    let offline = try await said()
    #expect(offline.first?.hasSuffix(" from the disk") == true, "\(offline)")
    #expect(offline.dropFirst() == online.dropFirst())
  }
}
