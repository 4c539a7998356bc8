// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import Testing

@Suite struct `Names of content codings` {
  @Test(arguments: [
    ("gzip", [Coding.gzip]), ("GZip", [.gzip]), ("x-gzip", [.gzip]), ("br", [.brotli]),
    ("zstd", [.zstd]), ("deflate", [.deflate]), ("identity", []), ("", []), (" , ,", []),
    ("gzip, br", [.gzip, .brotli]), (" br\t,,identity , GZIP ", [.brotli, .gzip]),
  ])
  func `a list is read in the order of application`(value: String, codings: [Coding]) throws {
    #expect(try Coding.list(value.utf8Span.span) == codings)
  }

  @Test(arguments: [
    "compress", "gzip br", "gzip;q=1", "gzip, lzma", "g\u{0}ip", "brotli", "\"gzip\"",
  ])
  func `what cannot be undone is refused`(value: String) {
    let fault = #expect(throws: CodingFault.self) { try Coding.list(value.utf8Span.span) }
    #expect(fault?.kind == .unsupported)
  }

  @Test func `more than two codings are refused`() throws {
    let fault = #expect(throws: CodingFault.self) {
      try Coding.list("gzip, gzip, gzip".utf8Span.span)
    }
    #expect(fault?.kind == .tooManyCodings)
    #expect(throws: CodingFault.self) { _ = try BodyDecoder([.gzip, .gzip, .gzip]) }
    #expect(try Coding.list("gzip, identity, identity, br".utf8Span.span).count == 2)
  }

  @Test(arguments: Coding.allCases)
  func `every name leads back to its coding`(coding: Coding) {
    #expect(Coding(coding.name.description) == coding)
  }

  @Test func `every fault has a word of its own for metrics`() {
    var labels: Set<String> = []
    for kind in CodingFault.Kind.allCases { labels.insert(kind.label) }
    #expect(labels.count == CodingFault.Kind.allCases.count)
  }
}
