// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Gateway

@Suite struct `The scanner of a body's links` {
  @Test(arguments: [
    (#"{"a":"/x","b":"\/y\/1","c":"z","d":"/q \" /r","/k":1}"#, "", ["/x", "/y/1", "/k"]),
    (
      #"["https://a.example/x","/y","https://a.example.org/z"]"#, "https://a.example",
      ["https://a.example/x"]
    ),
    (#"["/x"#, "", ["/x"]), (#"["\"#, "", []), (#"["/a>b","/<c","/d|e"]"#, "", []),
  ])
  func `The links of a body are found`(json: String, base: String, urls: [String]) {
    var scanner = LinkScanner(Array(json.utf8), after: Array(base.utf8))
    var found: [String] = []
    while let link = scanner.next() { found.append(link.url) }
    #expect(found == urls)
  }
}
