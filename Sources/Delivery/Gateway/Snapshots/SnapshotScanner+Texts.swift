// SPDX-License-Identifier: Apache-2.0

import AnswerCache

extension [UInt8] {
  mutating func append(texts: [String]) {
    append(integer: UInt32(clamping: texts.count))
    for text in texts { append(counted: Array(text.utf8)) }
  }
}

extension SnapshotScanner {
  mutating func text() -> String? {
    bytes().map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func texts() -> [String]? {
    guard let count = integer(UInt32.self) else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }
}
