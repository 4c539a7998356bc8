// SPDX-License-Identifier: Apache-2.0

import CLDRTables
import Foundation
import LocaleTables
import Testing

@Suite(
  .enabled(if: ICULibrary.shared != nil, "this toolchain's Foundation has no ICU to ask")
) struct `The generator of the formats' tables` {
  private func generate() throws -> [GeneratedFile] {
    var generator = LocaleTableGenerator(try #require(ICULibrary.shared))
    return generator.files()
  }

  @Test func `The locale table generator writes the same files every time`() throws {
    let files = try generate()
    let again = try generate()
    #expect(files.map(\.path) == again.map(\.path))
    #expect(files.map(\.text) == again.map(\.text))
    #expect(Set(files.map(\.path)).count == files.count)
    for file in files {
      #expect(file.text.hasPrefix("// SPDX-License-Identifier: Apache-2.0\n"))
    }
  }

  /// Another toolchain may have another version of CLDR, which is no fault of the tables.
  @Test func `The committed locale tables are those that the generator writes`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    for file in try generate() {
      let committed = try String(
        contentsOf: root.appendingPathComponent(file.path),
        encoding: .utf8
      )
      let origins = [file.text, committed].map { $0.split(separator: "\n").dropFirst().first }
      if origins[0] == origins[1] { #expect(committed == file.text, "\(file.path)") }
    }
  }

  @Test func `The locale tables have invisible characters as escapes only`() throws {
    for file in try generate() {
      let hidden = file.text.unicodeScalars.filter {
        $0.properties.isBidiControl || $0 == "\u{A0}" || $0 == "\u{202F}"
      }
      #expect(hidden.isEmpty, "\(file.path)")
    }
  }

  @Test func `The locale table generator knows app languages and no variants or styles`() {
    #expect(Languages.contains("zh_Hant_HK"))
    #expect(!Languages.contains("en_US_POSIX"))
    #expect(!Languages.contains("ur_Aran_PK"))
    #expect(!Languages.contains("tlh"))
  }
}
