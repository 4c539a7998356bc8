// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzTargets
import Testing

@Suite struct `The fuzzers' corpora` {
  private static let corpus = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Corpus")

  @Test(arguments: FuzzTarget.allCases)
  func `hold no surprise`(target: FuzzTarget) throws {
    let folder = Self.corpus.appendingPathComponent(target.rawValue)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    #expect(!files.isEmpty)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      target.run(bytes)
      // Each seed also cut short and with one byte changed, everywhere.
      for index in bytes.indices.prefix(300) {
        target.run(Array(bytes[..<index]))
        for change: UInt8 in [0x01, 0x20, 0x80, 0xFF] {
          var changed = bytes
          changed[index] ^= change
          target.run(changed)
        }
      }
    }
  }
}
