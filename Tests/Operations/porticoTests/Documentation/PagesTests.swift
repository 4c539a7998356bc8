// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The pages of the documentation` {
  private let folder = ServedSites()

  /// Nothing is there but what the repository has.
  @Test func `The documentation builds in a fresh clone without a warning`() async throws {
    let catalog = "\(folder.folder)/\(DocumentedBlock.catalog)"
    try Files.makeFolder(URL(fileURLWithPath: catalog).deletingLastPathComponent().path)
    for name in ["Makefile", DocumentedBlock.catalog] {
      try FileManager.default.copyItem(
        atPath: DocumentedBlock.root.appendingPathComponent(name).path,
        toPath: "\(folder.folder)/\(name)"
      )
    }
    let outcome = try await Program("make").run(["-C", folder.folder, "docs"], seconds: 90)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    #expect(Files.exists("\(folder.folder)/.build/docs/index.html"))
    #expect(Files.exists("\(folder.folder)/.build/docs/data/documentation/portico.json"))
  }

  @Test func `The documentation names only existing files`() {
    for (page, text) in DocumentedBlock.pages {
      for match in text.matches(of: /`((?:Sources|Tests|\.ci)\/[A-Za-z0-9_+.\/-]+)`/) {
        let file = DocumentedBlock.root.appendingPathComponent(String(match.1)).path
        #expect(Files.exists(file), "\(page) names \(match.1)")
      }
    }
  }
}
