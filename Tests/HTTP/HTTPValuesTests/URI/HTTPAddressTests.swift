// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `Addresses of HTTP` {
  @Test(arguments: [
    ("https://a.example.com", "https://a.example.com", "/"),
    ("http://127.0.0.1:90/a?b=c", "http://127.0.0.1:90", "/a?b=c"),
    ("https://[::1]?b", "https://[::1]", "/?b"),
  ])
  func `An address is read as origin and target`(text: String, origin: String, target: String) {
    let address = HTTPAddress(text)
    #expect(address.map { "\($0.origin)" } == origin && address?.target == target)
  }

  @Test(arguments: [
    "a.example.com", "ftp://a", "https://", "https:///b", "https://a/#b", "https://ann@a/",
    "https://a b",
    "https://a:b/",
  ])
  func `A text that is no address of HTTP is refused`(text: String) {
    #expect(HTTPAddress(text) == nil)
  }
}
