// SPDX-License-Identifier: Apache-2.0

import Bytes
import Testing

@Suite struct `A byte buffer` {
  @Test func `A byte buffer returns what was appended, in order, less what was consumed`() {
    var buffer = ByteBuffer()
    buffer.append("status ")
    buffer.append(decimal: 200)
    buffer.append(UInt8(ascii: " "))
    buffer.append([0x4F, 0x4B])
    #expect(buffer.span.text == "status 200 OK")
    buffer.consume(7)
    #expect(buffer.span.text == "200 OK")
  }

  @Test(arguments: [
    (0, "0"), (9, "9"), (15, "f"), (16, "10"), (255, "ff"), (4096, "1000"),
    (Int.max, "7fffffffffffffff"),
  ])
  func `A byte buffer writes hexadecimal without leading zeros`(value: Int, text: String) {
    var buffer = ByteBuffer()
    buffer.append(hexadecimal: value)
    #expect(buffer.span.text == text)
  }

  @Test(arguments: [0, 7, 10, -1, Int.max, Int.min])
  func `A byte buffer writes decimals as Swift's descriptions do`(value: Int) {
    var buffer = ByteBuffer()
    buffer.append(decimal: value)
    #expect(buffer.span.text == "\(value)")
  }

  @Test func `A byte buffer keeps unconsumed bytes while it moves and grows`() {
    var buffer = ByteBuffer(capacity: 64)
    var expected: [UInt8] = []
    for round in 0..<200 {
      let piece = [UInt8](repeating: UInt8(round), count: round % 37)
      buffer.append(piece)
      expected += piece
      let eaten = min(expected.count, round % 23)
      buffer.consume(eaten)
      expected.removeFirst(eaten)
      #expect(buffer.span.array == expected)
    }
  }

  @Test func `A buffer pool keeps buffers of its block size up to its limit, and frees others`() {
    var pool = BufferPool(blockSize: 128, limit: 1)
    var first = pool.take()
    var second = pool.take()
    first.append("x")
    pool.recycle(&first)
    pool.recycle(&second)
    #expect(pool.count == 1)
    #expect(first.capacity == 0)
    var grown = pool.take()
    #expect(grown.count == 0)
    grown.append([UInt8](repeating: 0, count: 1000))
    pool.recycle(&grown)
    #expect(pool.count == 0)
  }
}
