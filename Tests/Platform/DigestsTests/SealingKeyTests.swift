// SPDX-License-Identifier: Apache-2.0

import Digests
import Testing

@Suite struct `Keys that encrypt short texts` {
  @Test(arguments: [0, 1, 20, 1_000])
  func `A text is read again by its key and name, and by no other`(count: Int) throws {
    let (key, text) = (SealingKey(), [UInt8].random(count: count))
    let sealed = key.seal(text, named: [1])
    #expect(sealed.count == count + SealingKey.overhead && key.seal(text, named: [1]) != sealed)
    #expect(key.open(sealed, named: [1]) == text)
    #expect(try #require(SealingKey(key.bytes)).open(sealed, named: [1]) == text)
    #expect(key.open(sealed, named: [2]) == nil && SealingKey().open(sealed, named: [1]) == nil)
  }

  @Test func `A text of which a bit was changed, or a byte is missing, is not read`() {
    let key = SealingKey()
    let sealed = key.seal([1, 2, 3], named: [])
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(key.open(changed, named: []) == nil)
      #expect(key.open(Array(sealed.prefix(index)), named: []) == nil)
    }
    #expect(SealingKey([1]) == nil)
  }
}
