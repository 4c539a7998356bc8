// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import Geography
import GeographyTesting
import Synchronization
import Testing

@Suite struct `Reloading a country database file` {
  private let folder = TemporaryFolder()
  private var path: String { "\(folder.path)/countries.mmdb" }

  init() throws { try Files.write(DatabaseWriter.countries([1: "DE"]), to: path) }

  /// What came of a look, in a word.
  private func look(_ file: CountryFile) -> String {
    switch file.refresh() {
    case .none: "none"
    case .replaced: "replaced"
    case .refused: "refused"
    }
  }

  @Test func `A country database file is opened again only when it was replaced`() throws {
    let file = try CountryFile(path)
    let first = file.database
    #expect(look(file) == "none")
    #expect(file.generation.load(ordering: .acquiring) == 0)

    try Files.write(DatabaseWriter.countries([1: "FR"]), to: path)
    #expect(look(file) == "replaced")
    #expect(look(file) == "none")
    #expect(file.generation.load(ordering: .acquiring) == 1)
    #expect(file.database.country("1.2.3.4") == "FR")
    // Who has the old one still may go on with it.
    #expect(first.country("1.2.3.4") == "DE")
  }

  @Test
  func `A country file replaced by an unusable one is reported once, and the old one stays in use`()
    throws
  {
    let file = try CountryFile(path)
    for bytes in [Array("nothing".utf8), [], DatabaseWriter().bytes] {
      try Files.write(bytes, to: path)
      #expect(look(file) == "refused")
      #expect(look(file) == "none")
      #expect(file.database.country("1.2.3.4") == "DE")
    }
    try Files.remove(path)
    #expect(look(file) == "refused")
    #expect(look(file) == "none")
    #expect(file.generation.load(ordering: .acquiring) == 0)
    try Files.write(DatabaseWriter.countries([1: "AT"]), to: path)
    #expect(look(file) == "replaced")
    #expect(file.database.country("1.2.3.4") == "AT")
  }
}
