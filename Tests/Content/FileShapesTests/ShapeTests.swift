// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Testing

@Suite struct `Shapes of values` {
  struct Service: Sendable, Equatable {
    var name = ""
    var address = ""
    var retries = 2
    var share = 0.5
    var isOpen = false
    var kind = Kind.plain
    var partner: String?
    var tags: [String] = []
  }

  enum Kind: String, CaseIterable, Sendable {
    case plain, fast
  }

  static let kind = ReadingContext.NameKind("service")

  static let services = Shape.object(Service()) {
    Member("address", \.address, .text(address), isRequired: true, "Where it is.")
    Member("retries", \.retries, .integer(0...5), "The most retries.")
    Member("share", \.share, .number(0...1), "Its share.")
    Member("open", \.isOpen, .flag, "Whether it is open.")
    Member("kind", \.kind, .choice, "Its kind.")
    Member("partner", \.partner, .name(of: kind), "Another service.")
    Member("tags", \.tags, Shape<String>.text.oneOrMore(atMost: 2), "Its tags.", examples: [["a"]])
  }
  .dictionary(of: "the service", declares: kind)
  .keyed(by: \.name)

  static let address = TextForm(
    "address",
    expected: "one such as http://a",
    pattern: "^http://",
    accepts: { $0.hasPrefix("http://") }
  )

  static func read(_ text: String) throws -> (services: [Service]?, findings: [String]) {
    var context = ReadingContext(file: "f")
    let value = try DataValue(reading: Array(text.utf8).span, as: .json5)
    let services = services.read(value, .thing("the file"), &context)
    return (services, context.findings.all.map { "\($0.place.position) \($0.message)" })
  }

  @Test func `A shape reads each member into its property`() throws {
    let (services, findings) = try `Shapes of values`.read(
      "{ a: { address: 'http://a', retries: 5, share: 1, open: true, kind: 'fast', tags: 'x' },"
        + " b: { address: 'http://b', partner: 'a', tags: ['x', 'y'] } }"
    )
    #expect(findings == [])
    var first = Service(name: "a", address: "http://a", retries: 5, share: 1, isOpen: true)
    first.kind = .fast
    first.tags = ["x"]
    var second = Service(name: "b", address: "http://b")
    second.partner = "a"
    second.tags = ["x", "y"]
    #expect(services == [first, second])
  }

  @Test(arguments: [
    ("[]", "1:1 the file is an array; expected a dictionary"),
    ("{ a: {} }", "1:6 the service \"a\" has no \"address\", which it needs"),
    ("{ a: { address: 1 } }", "1:17 \"address\" is an integer; expected a string"),
    ("{ a: { address: 'a' } }", "1:17 \"a\" is no address; expected one such as http://a"),
    (
      "{ a: { address: 'http://a', retries: 6 } }",
      "1:38 \"retries\" is 6; expected 0 to 5"
    ),
    (
      "{ a: { address: 'http://a', retries: '3s' } }",
      "1:38 \"retries\" is a string; expected an integer, such as 3"
    ),
    (
      "{ a: { address: 'http://a', share: 1.5 } }",
      "1:36 \"share\" is 1.5; expected 0.0 to 1.0"
    ),
    (
      "{ a: { address: 'http://a', open: 'no' } }",
      "1:35 \"open\" is a string; expected true or false"
    ),
    (
      "{ a: { address: 'http://a', kind: 'slow' } }",
      "1:35 \"kind\" is \"slow\"; expected \"plain\" or \"fast\""
    ),
    ("{ a: { address: 'http://a', partner: 'c' } }", "1:38 there is no service \"c\""),
    (
      "{ a: { address: 'http://a', tags: ['a', 'b', 'c'] } }",
      "1:35 \"tags\" has 3 elements; expected 0 to 2"
    ),
    (
      "{ a: { address: 'http://a', tags: [1] } }",
      "1:36 an element of \"tags\" is an integer; expected a string"
    ),
    (
      "{ a: { address: 'http://a', colour: 1 } }",
      "1:29 the service \"a\" has no key \"colour\"; expected one of address, retries, share, open,"
        + " kind, partner, tags"
    ),
  ]) func `A shape reports where a value is wrong, what it is and what was expected`(
    text: String,
    message: String
  ) throws {
    #expect(try `Shapes of values`.read(text).findings == [message])
  }

  @Test func `A shape reports all mistakes of a file at once`() throws {
    let findings = try `Shapes of values`.read("{ a: { retries: 9, open: 1 }, b: 5 }").findings
    #expect(findings.count == 4)
  }

  @Test func `A shape writes the values that it has read`() throws {
    let text = "{ a: { address: 'http://a', retries: 5, tags: ['x'] } }"
    let services = try #require(try `Shapes of values`.read(text).services)
    let written = try #require(`Shapes of values`.services.write(services))
    var bytes: [UInt8] = []
    try JSONWriter().write(written, to: &bytes)
    let expected =
      #"{"a":{"address":"http://a","retries":5,"share":0.5,"open":false,"kind":"plain","tags":["x"]}}"#
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test func `The schema of a shape has ranges, defaults, examples and required keys`() {
    let schema = SchemaText(`Shapes of values`.services.schema()).text
    #expect(schema.contains("\"required\": [\"address\"]"))
    #expect(schema.contains("\"maximum\": 5,\n        \"default\": 2"))
    #expect(schema.contains("\"enum\": [\"plain\", \"fast\"], \"default\": \"plain\""))
    #expect(schema.contains("\"examples\": [[\"a\"]]"))
    #expect(schema.contains("\"default\": 0.5"))
  }
}
