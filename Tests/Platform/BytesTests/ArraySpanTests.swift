// SPDX-License-Identifier: Apache-2.0

import Bytes
import Testing

@Suite struct `An array of bytes` {
  @Test func `An array of bytes takes blocks behind what it has`() {
    var bytes: [UInt8] = [1]
    let block: [UInt8] = [2, 3]
    bytes.append(block.span)
    bytes.append([UInt8]().span)
    bytes.append("A" as StaticString)
    bytes.append("bc" as StaticString)
    #expect(bytes == [1, 2, 3, 0x41, 0x62, 0x63])
  }
}
