// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

@Suite struct `Byte ranges` {
  private func selection(_ text: String, of length: Int) -> ByteRanges.Selection? {
    ByteRanges(text.utf8Span.span)?.selection(of: length)
  }

  @Test(arguments: [
    // The examples of RFC 9110 section 14.1.2, of 10,000 bytes.
    ("bytes=0-499", [0..<500]), ("bytes=500-999", [500..<1_000]), ("bytes=-500", [9_500..<10_000]),
    ("bytes=9500-", [9_500..<10_000]), ("bytes=0-0,-1", [0..<1, 9_999..<10_000]),
    ("bytes= 0-999, 4500-5499, -1000", [0..<1_000, 4_500..<5_500, 9_000..<10_000]),
    ("bytes=500-600,601-999", [500..<1_000]), ("bytes=500-700,601-999", [500..<1_000]),
    ("BYTES=0-0", [0..<1]), ("bytes=0-", [0..<10_000]), ("bytes=0-99999", [0..<10_000]),
    ("bytes=-99999", [0..<10_000]), ("bytes=9999-9999", [9_999..<10_000]),
    ("bytes=,, 0-0 ,,", [0..<1]),
    ("bytes=0-99999999999999999999", [0..<10_000]), ("bytes=-99999999999999999999", [0..<10_000]),
    // What cannot be satisfied is left out when something can.
    ("bytes=10000-,0-0", [0..<1]), ("bytes=-0,5-5", [5..<6]),
    ("bytes=99999999999999999999-,1-1", [1..<2]),
    // Order is kept, and near ranges are one.
    ("bytes=5000-5009,0-9", [5_000..<5_010, 0..<10]), ("bytes=0-9,89-99", [0..<100]),
    ("bytes=0-9,90-99", [0..<10, 90..<100]), ("bytes=200-209,0-9,5-204", [0..<210]),
    ("bytes=5000-5009,0-9,5005-5050", [5_000..<5_051, 0..<10]), ("bytes=0-,0-,0-", [0..<10_000]),
  ])
  func `Byte ranges select the parts of a representation, with near ones joined`(
    text: String,
    parts: [Range<Int>]
  ) {
    #expect(selection(text, of: 10_000) == .parts(parts))
  }

  @Test(arguments: [
    ("bytes=10000-", 10_000), ("bytes=10000-10001,20000-", 10_000), ("bytes=-0", 10_000),
    ("bytes=0-", 0),
    ("bytes=0-0", 0), ("bytes=99999999999999999999-99999999999999999999", 10), ("bytes=-0", 0),
  ])
  func `Byte ranges that all lie outside of the representation are unsatisfiable`(
    text: String,
    length: Int
  ) {
    #expect(selection(text, of: length) == .unsatisfiable)
  }

  @Test func `The last bytes of an empty representation are the whole of it`() {
    #expect(selection("bytes=-5", of: 0) == .whole)
  }

  @Test(arguments: [
    "", "bytes", "bytes=", "bytes=,", "bytes=a", "bytes=1", "bytes=-", "bytes=5-3", "bytes=0-0,5-3",
    "bytes=0-0;1-1", "bytes =0-0", "bytes:0-0", "items=0-5", "bytes=0 - 5", "bytes=+0-5",
    "bytes=--5",
    "bytes=0-5-", "bytes=0x0-5", "bytes=0-5 6-7", "bytes=1.0-2", "bytes=0-\u{665}",
  ])
  func `A malformed Range field is ignored`(text: String) {
    #expect(selection(text, of: 10) == nil)
  }

  @Test func `A Range field with too many ranges is ignored`() {
    let many = (0..<ByteRanges.maximumRanges).map { "\($0 * 200)-\($0 * 200)" }.joined(
      separator: ","
    )
    let ranges = ByteRanges("bytes=\(many)".utf8Span.span)
    #expect(ranges?.specs.count == ByteRanges.maximumRanges)
    let tooMany = ByteRanges("bytes=\(many),1-1".utf8Span.span)
    #expect(tooMany == nil)
  }

  @Test func `Two Range fields are ignored`() {
    let fields: Fields = ["range": "bytes=0-0"]
    let found = ByteRanges(fields.view)
    #expect(found?.specs == [.from(0, through: 0)])
    let twice: Fields = ["range": "bytes=0-0", "Range": "bytes=0-0"]
    let none = ByteRanges(twice.view)
    #expect(none == nil)
  }
}

@Suite struct `The Content-Range field` {
  @Test(
    arguments: [
      ("bytes 42-1233/1234", 42..<1_234, 1_234), ("bytes 42-1233/*", 42..<1_234, nil),
      ("bytes */1234", nil, 1_234), ("bytes 0-0/1", 0..<1, 1), ("bytes */0", nil, 0),
    ] as [(String, Range<Int>?, Int?)]
  )
  func `Content-Range is read and written unchanged`(text: String, range: Range<Int>?, length: Int?)
  {
    let found = ContentRange(text.utf8Span.span)
    #expect(found == ContentRange(range, of: length))
    #expect(found?.range == range)
    #expect(found?.length == length)
    #expect(found?.description == text)
  }

  @Test(arguments: [
    "", "bytes", "bytes ", "bytes */*", "bytes 5-3/10", "bytes 0-10/10", "bytes 0-5/5",
    "items 0-1/2",
    "bytes=0-1/2", "bytes 0-1", "bytes -1/2", "bytes 1-/2", "bytes 0-1/a", "bytes  0-1/2",
    "bytes 0-1/2 ",
    "bytes 0-9223372036854775807/*", "bytes 0-99999999999999999999/*",
    "bytes 0-1/99999999999999999999",
  ])
  func `A malformed or contradictory Content-Range is refused`(text: String) {
    let found = ContentRange(text.utf8Span.span)
    #expect(found == nil)
  }

  @Test func `A Content-Range that is empty or negative is not made`() {
    #expect(ContentRange(5..<5, of: 10) == nil)
    #expect(ContentRange(nil, of: nil) == nil)
    #expect(ContentRange(-1..<5, of: 10) == nil)
    #expect(ContentRange(nil, of: -1) == nil)
  }
}

@Suite struct `Responses with several ranges` {
  @Test func `A response with several ranges has delimited parts and the exact length`() throws {
    let answer = try #require(
      MultipartRanges([0..<2, 8..<10], of: 10, partType: "text/plain", boundary: "SEP")
    )
    #expect(answer.contentType == "multipart/byteranges; boundary=SEP")
    var buffer = ByteBuffer()
    answer.appendHead(ofPart: 0, to: &buffer)
    buffer.append("ab")
    answer.appendHead(ofPart: 1, to: &buffer)
    buffer.append("ij")
    answer.appendEnd(to: &buffer)
    let expected = """
      --SEP\r\ncontent-type: text/plain\r\ncontent-range: bytes 0-1/10\r\n\r\nab\r\n\
      --SEP\r\ncontent-type: text/plain\r\ncontent-range: bytes 8-9/10\r\n\r\nij\r\n\
      --SEP--\r\n
      """
    #expect(buffer.span.text == expected)
    #expect(answer.contentLength == expected.utf8.count)
  }

  @Test
  func `A response with several ranges is refused when its boundary, type or parts are invalid`() {
    func frame(_ boundary: String, type: String? = nil, _ part: Range<Int> = 0..<1) -> Bool {
      MultipartRanges([part], of: 10, partType: type, boundary: boundary) != nil
    }
    #expect(frame("a"))
    #expect(!frame(""))
    #expect(!frame("a b"))
    #expect(!frame(String(repeating: "a", count: 71)))
    #expect(!frame("a", type: "text/plain\r\nx: y"))
    #expect(!frame("a", 5..<11))
    #expect(!frame("a", 5..<5))
  }

  @Test func `A response with several ranges has no length when that overflows an integer`() {
    let answer = MultipartRanges([0..<Int.max], of: .max, partType: nil, boundary: "a")
    #expect(answer != nil)
    #expect(answer?.contentLength == nil)
  }
}
