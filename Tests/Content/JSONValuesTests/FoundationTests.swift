// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONValues
import Testing

@Suite struct `Reading JSON compared with Foundation` {
  @Test func `Random JSON documents are read as Foundation reads them`() throws {
    var writer = RandomText(seed: 20_261_010)
    for _ in 0..<2_000 {
      let text = writer.document()
      let document = try document(text)
      let other = try JSONSerialization.jsonObject(
        with: Data(text.utf8),
        options: .fragmentsAllowed
      )
      #expect(same(document.root, other, in: document), "\(text)")
    }
  }

  @Test
  func `Randomly damaged JSON that Foundation reads is read, and what we refuse it refuses too`()
    throws
  {
    var writer = RandomText(seed: 20_261_011)
    for _ in 0..<3_000 {
      var bytes = Array(writer.document().utf8)
      let place = writer.below(bytes.count)
      bytes[place] = UInt8(truncatingIfNeeded: 0x20 + writer.below(0x5F))
      let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      // Foundation refuses numbers past the largest double, names that repeat and half a pair of
      // surrogates are its own affair: what it reads must be readable here.
      if other != nil {
        #expect(refusal(of: bytes) == nil, "\(String(decoding: bytes, as: UTF8.self))")
      }
      if refusal(of: bytes) != nil {
        #expect(other == nil, "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  private func same(_ node: JSONNode, _ other: Any, in document: JSONDocument) -> Bool {
    switch document.kind(of: node) {
    case .null: return other is NSNull
    case .boolean: return other as? Bool == document.isTrue(node)
    case .number:
      guard let value = other as? NSNumber else { return false }
      if let integer = document.integer(of: node) { return value == NSNumber(value: integer) }
      // Foundation's reader is off by a few bits for some numbers.
      let mine = document.double(of: node) ?? .infinity
      return abs(mine - value.doubleValue) <= 8 * mine.ulp
    case .string: return other as? String == document.string(of: node)
    case .array:
      guard let elements = other as? [Any], elements.count == document.count(of: node) else {
        return false
      }
      return zip(document.children(of: node), elements).allSatisfy { same($0, $1, in: document) }
    case .object:
      guard let members = other as? [String: Any], members.count == document.count(of: node) else {
        return false
      }
      return document.children(of: node).allSatisfy { child in
        let value = document.memberName(of: child).flatMap { members[$0] }
        return value.map { same(child, $0, in: document) } ?? false
      }
    }
  }
}
