// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing

@Suite struct `The address of a socket` {
  @Test(arguments: [
    ("0.0.0.0:80", "0.0.0.0"), ("10.0.255.1:8080", "10.0.255.1"),
    ("255.255.255.255:1", "255.255.255.255"), ("[::1]:80", "::1"),
    ("[2001:db8::ff00:42:8329]:443", "2001:db8::ff00:42:8329"),
  ])
  func `The host of a socket address is written without the port, in the usual notation`(
    text: String,
    host: String
  ) throws {
    #expect(try #require(SocketAddress(text)).ip == host)
  }
}
