// SPDX-License-Identifier: Apache-2.0

import Bytes
import Testing

@Suite struct `An array of bytes` {
  @Test func `Appending a block to an array of bytes adds it behind the bytes already there`() {
    var bytes: [UInt8] = [1]
    let block: [UInt8] = [2, 3]
    bytes.append(block.span)
    bytes.append([UInt8]().span)
    bytes.append("A" as StaticString)
    bytes.append("bc" as StaticString)
    #expect(bytes == [1, 2, 3, 0x41, 0x62, 0x63])
  }
}
