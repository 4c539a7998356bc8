// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import Testing

@Suite struct `Names of content codings` {
  @Test(arguments: [
    ("gzip", [Coding.gzip]), ("GZip", [.gzip]), ("x-gzip", [.gzip]), ("br", [.brotli]),
    ("zstd", [.zstd]), ("deflate", [.deflate]), ("identity", []), ("", []), (" , ,", []),
    ("gzip, br", [.gzip, .brotli]), (" br\t,,identity , GZIP ", [.brotli, .gzip]),
  ])
  func `A list of content codings is read in the order of their application`(
    value: String,
    codings: [Coding]
  ) throws {
    #expect(try Coding.list(value.utf8Span.span) == codings)
  }

  @Test(arguments: [
    "compress", "gzip br", "gzip;q=1", "gzip, lzma", "g\u{0}ip", "brotli", "\"gzip\"",
  ])
  func `An unknown content coding is refused as unsupported`(value: String) {
    let fault = #expect(throws: CodingFault.self) { try Coding.list(value.utf8Span.span) }
    #expect(fault?.kind == .unsupported)
  }

  @Test func `More than two content codings are refused`() throws {
    let fault = #expect(throws: CodingFault.self) {
      try Coding.list("gzip, gzip, gzip".utf8Span.span)
    }
    #expect(fault?.kind == .tooManyCodings)
    #expect(throws: CodingFault.self) { _ = try BodyDecoder([.gzip, .gzip, .gzip]) }
    #expect(try Coding.list("gzip, identity, identity, br".utf8Span.span).count == 2)
  }

  @Test(arguments: Coding.allCases)
  func `A content coding is found by its own name`(coding: Coding) {
    #expect(Coding(coding.name.description) == coding)
  }

  @Test func `Each fault of a content coding has a label of its own for metrics`() {
    var labels: Set<String> = []
    for kind in CodingFault.Kind.allCases { labels.insert(kind.label) }
    #expect(labels.count == CodingFault.Kind.allCases.count)
  }
}
