// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import DataFiles
import FileShapes
import HTTPValues
import ResourceService
import Testing

@Suite struct `Coded answers about records` {
  private static func decoded(_ reply: Reply) throws -> [UInt8] {
    let unpacker = try ContentUnpacker(reply.fields["content-encoding"] ?? "", DecodingLimits())
    var input = ByteBuffer()
    var output = ByteBuffer()
    input.append(reply.body)
    var known = -1
    while input.count > 0 || output.count > known {
      known = output.count
      try unpacker.unpack(&input, into: &output)
    }
    try unpacker.finish()
    return output.span.array
  }

  @Test(arguments: ["gzip", "br", "zstd", "gzip, br;q=0.5"])
  func `Lists, records and changes are compressed for clients that accept that`(
    codings: String
  )
    throws
  {
    let under = try ServiceUnderTest { $0.ttl = 60 }
    let text = String(repeating: "A rose is a rose. ", count: 100)
    let rose = try under.create(["name": "Rose", "note": .text(text)])
    for path in ["flowers", "flowers/\(rose)", "flowers.bplist", "changes", "_openapi.json"] {
      let plain = try under.send(.get, "/v1/\(path)")
      let coded = try under.send(.get, "/v1/\(path)", ["accept-encoding": codings])
      #expect(plain.status == 200 && plain.fields["content-encoding"] == nil)
      #expect(coded.fields["content-encoding"].map(codings.contains) == true)
      #expect(coded.body.count < plain.body.count / 2)
      #expect(coded.fields["vary"]?.contains("accept-encoding") == true)
      #expect(plain.fields["vary"] == coded.fields["vary"])
      #expect(try Self.decoded(coded) == plain.body)
      // Of each form there is another tag.
      guard path != "changes" else { continue }
      let tag = try #require(coded.fields["etag"])
      #expect(tag != plain.fields["etag"])
      let fields: Fields = ["accept-encoding": codings, "if-none-match": tag]
      let known = try under.send(.get, "/v1/\(path)", fields)
      #expect(known.status == 304 && known.body.isEmpty && known.fields["etag"] == tag)
      let other = try under.send(.get, "/v1/\(path)", ["if-none-match": tag])
      #expect(other.status == 200)
    }
    // The tag of a coded record is one of the record, too.
    let tag = try under.send(.get, "/v1/flowers/\(rose)", ["accept-encoding": codings]).fields[
      "etag"
    ]
    let write = try under.send(.patch, "/v1/flowers/\(rose)", ["if-match": tag ?? ""], ["stock": 1])
    #expect(write.status == 200)
  }

  @Test func `A short answer, and one to a client that accepts no coding, is not compressed`()
    throws
  {
    let under = try ServiceUnderTest()
    let rose = try under.create(["name": "Rose"])
    let short = try under.send(.get, "/v1/flowers/\(rose)", ["accept-encoding": "gzip"])
    #expect(short.fields["content-encoding"] == nil && short.fields["etag"] == "\"1\"")
    _ = try under.create(["name": .text(String(repeating: "x", count: 2_000))])
    for codings in ["", "identity", "gzip;q=0", "compress"] {
      let reply = try under.send(.get, "/v1/flowers", ["accept-encoding": codings])
      #expect(reply.fields["content-encoding"] == nil && reply.names.count == 2)
    }
  }
}
