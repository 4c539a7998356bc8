// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Files

/// Whether the memory that entries take is what the budget takes them for. It is measured once: what a
/// second store takes, a first may have left.
enum MemoryBench {
  private static let count = 200_000

  static func run() {
    print("\nBytes an entry whose payload takes none:   of memory   of the budget")
    measure(tags: 3)
  }

  private static func measure(tags tagCount: Int) {
    let store = AnswerStore(limits: StoreLimits(bytes: 1 << 30, entryBytes: 1 << 20))
    let body = Body(bytes: 0)
    let before = resident()
    for number in 0..<count {
      store.store(
        NewEntry(
          store.key(Array("/products/\(number)/details\u{0}fr.ca.phone.3\u{0}light\u{0}json".utf8)),
          body,
          lifetime: EntryLifetime(storedAt: 0, freshUntil: 1_000),
          privacy: .shared,
          // Two of three tags are the entry's own.
          tags: Set(
            (0..<tagCount).compactMap { TagName($0 % 3 == 0 ? "t\($0)" : "\(number)-\($0)") }
          )
        ),
        at: 0
      )
    }
    let taken = resident() - before
    print(
      "\(tagCount) tags".padded(40),
      (Double(taken) / Double(count)).short.padded(13),
      (Double(store.statistics.bytes) / Double(count)).short.padded(14)
    )
  }

  /// What the process holds in memory.
  private static func resident() -> Int {
    guard let bytes = try? Files.read("/proc/self/statm") else { return 0 }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * 4_096 : 0
  }
}
