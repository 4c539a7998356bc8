// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

/// The variables of RFC 6570 section 3.2, and some more.
private let values: [String: URITemplate.Value] = [
  "count": ["one", "two", "three"], "dom": ["example", "com"], "dub": "me/too",
  "hello": "Hello World!", "half": "50%", "var": "value", "who": "fred",
  "base": "http://example.com/home/", "path": "/foo/bar", "list": ["red", "green", "blue"],
  "keys": ["semi": ";", "dot": ".", "comma": ","], "v": "6", "x": "1024", "y": "768",
  "empty": "", "empty_keys": .pairs([]), "empty_list": .list([]), "city": "Zürich",
  "last.name": "Doe", "Some%20Thing": "foo", "triplet": "a%2Fb%zz", "blank_list": [""],
  "blanks": ["", ""], "blank_pairs": ["a": "", "b": "1"], "42": "number",
]

@Suite struct `URI templates` {
  @Test(arguments: [
    ("", ""), ("/plain", "/plain"), ("{var}", "value"), ("{hello}", "Hello%20World%21"),
    ("{half}", "50%25"), ("O{empty}X", "OX"),
    ("O{undef}X", "OX"), ("{x,y}", "1024,768"), ("{x,hello,y}", "1024,Hello%20World%21,768"),
    ("?{x,empty}", "?1024,"),
    ("?{x,undef}", "?1024"), ("?{undef,y}", "?768"), ("{var:3}", "val"), ("{var:30}", "value"),
    ("{list}", "red,green,blue"),
    ("{list*}", "red,green,blue"), ("{keys}", "semi,%3B,dot,.,comma,%2C"),
    ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
    ("{city:2}", "Z%C3%BC"), ("{last.name}", "Doe"), ("{Some%20Thing}", "foo"), ("{42}", "number"),
    ("{triplet}", "a%252Fb%25zz"),
  ])
  func `A URI template expands simple values`(template: String, uri: String) throws {
    #expect(try URITemplate(parsing: template).expand(values) == uri)
  }

  @Test(arguments: [
    ("{+var}", "value"), ("{+hello}", "Hello%20World!"), ("{+half}", "50%25"),
    ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
    ("{+base}index", "http://example.com/home/index"), ("O{+empty}X", "OX"), ("O{+undef}X", "OX"),
    ("{+path}/here", "/foo/bar/here"),
    ("here?ref={+path}", "here?ref=/foo/bar"), ("up{+path}{var}/here", "up/foo/barvalue/here"),
    ("{+x,hello,y}", "1024,Hello%20World!,768"),
    ("{+path,x}/here", "/foo/bar,1024/here"), ("{+path:6}/here", "/foo/b/here"),
    ("{+list}", "red,green,blue"), ("{+list*}", "red,green,blue"),
    ("{+keys}", "semi,;,dot,.,comma,,"), ("{+keys*}", "semi=;,dot=.,comma=,"),
    ("{+triplet}", "a%2Fb%25zz"),
    ("{#var}", "#value"), ("{#hello}", "#Hello%20World!"), ("{#half}", "#50%25"),
    ("foo{#empty}", "foo#"), ("foo{#undef}", "foo"),
    ("{#x,hello,y}", "#1024,Hello%20World!,768"), ("{#path,x}/here", "#/foo/bar,1024/here"),
    ("{#path:6}/here", "#/foo/b/here"),
    ("{#list*}", "#red,green,blue"), ("{#keys}", "#semi,;,dot,.,comma,,"),
    ("{#keys*}", "#semi=;,dot=.,comma=,"),
  ])
  func `A URI template expands reserved values and fragments`(template: String, uri: String) throws
  {
    #expect(try URITemplate(parsing: template).expand(values) == uri)
  }

  @Test(arguments: [
    ("{.who}", ".fred"), ("{.who,who}", ".fred.fred"), ("{.half,who}", ".50%25.fred"),
    ("www{.dom*}", "www.example.com"), ("X{.var}", "X.value"),
    ("X{.empty}", "X."), ("X{.undef}", "X"), ("X{.var:3}", "X.val"),
    ("X{.list}", "X.red,green,blue"), ("X{.list*}", "X.red.green.blue"),
    ("X{.keys}", "X.semi,%3B,dot,.,comma,%2C"), ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"),
    ("X{.empty_keys}", "X"), ("X{.empty_keys*}", "X"),
    ("{/who}", "/fred"), ("{/who,who}", "/fred/fred"), ("{/half,who}", "/50%25/fred"),
    ("{/who,dub}", "/fred/me%2Ftoo"), ("{/var,empty}", "/value/"),
    ("{/var,undef}", "/value"), ("{/var,x}/here", "/value/1024/here"), ("{/var:1,var}", "/v/value"),
    ("{/list}", "/red,green,blue"),
    ("{/list*}", "/red/green/blue"), ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
    ("{/keys}", "/semi,%3B,dot,.,comma,%2C"),
    ("{/keys*}", "/semi=%3B/dot=./comma=%2C"), ("{/empty_list}", ""), ("{/empty_list*}", ""),
  ])
  func `A URI template expands labels and path segments`(template: String, uri: String) throws {
    #expect(try URITemplate(parsing: template).expand(values) == uri)
  }

  @Test(arguments: [
    ("{;who}", ";who=fred"), ("{;half}", ";half=50%25"), ("{;empty}", ";empty"),
    ("{;v,empty,who}", ";v=6;empty;who=fred"), ("{;v,bar,who}", ";v=6;who=fred"),
    ("{;x,y,empty}", ";x=1024;y=768;empty"), ("{;x,y,undef}", ";x=1024;y=768"),
    ("{;hello:5}", ";hello=Hello"), ("{;list}", ";list=red,green,blue"),
    ("{;list*}", ";list=red;list=green;list=blue"), ("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"),
    ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"),
    ("{?who}", "?who=fred"), ("{?half}", "?half=50%25"), ("{?x,y}", "?x=1024&y=768"),
    ("{?x,y,empty}", "?x=1024&y=768&empty="), ("{?x,y,undef}", "?x=1024&y=768"),
    ("{?var:3}", "?var=val"), ("{?list}", "?list=red,green,blue"),
    ("{?list*}", "?list=red&list=green&list=blue"), ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
    ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"), ("{&who}", "&who=fred"),
    ("?fixed=yes{&x}", "?fixed=yes&x=1024"), ("{&var:3}", "&var=val"),
    ("{&x,y,empty}", "&x=1024&y=768&empty="), ("{&list*}", "&list=red&list=green&list=blue"),
    ("{&keys*}", "&semi=%3B&dot=.&comma=%2C"),
    ("{?undef,empty_list*}", ""), ("{?blank_list}", "?blank_list="),
    ("{;blank_list}", ";blank_list"), ("{;blank_list*}", ";blank_list"), ("{;blanks}", ";blanks=,"),
    ("{?blanks*}", "?blanks=&blanks="), ("{;blank_pairs*}", ";a;b=1"),
    ("{?blank_pairs*}", "?a=&b=1"), ("{blank_pairs*}", "a=,b=1"),
    ("{;blank_pairs}", ";blank_pairs=a,,b,1"),
  ])
  func `A URI template expands path parameters and queries`(template: String, uri: String) throws {
    #expect(try URITemplate(parsing: template).expand(values) == uri)
  }

  @Test(arguments: [
    ("/a%20b/ü'~", "/a%20b/%C3%BC'~"),
    ("http://a/[x]?#!$&()*+,;=:@", "http://a/[x]?#!$&()*+,;=:@"),
  ])
  func `A URI template copies its literals, percent-encoded where needed`(
    template: String,
    uri: String
  ) throws {
    #expect(try URITemplate(parsing: template).expand([:]) == uri)
  }

  @Test(arguments: [
    ("{/id*", Expected.unclosedExpression, 0), ("a{", .unclosedExpression, 1),
    ("/id*}", .strayBrace, 4), ("{/?id}", .badVariableName, 2),
    ("{}", .badVariableName, 1), ("{+}", .badVariableName, 2), ("{a,}", .badVariableName, 3),
    ("{,a}", .reservedOperator, 1), ("{var:prefix}", .badPrefix, 5),
    ("{hello:2*}", .afterVariable, 8), ("{??hello}", .badVariableName, 2),
    ("{!hello}", .reservedOperator, 1), ("{=path}", .reservedOperator, 1),
    ("{@a}", .reservedOperator, 1), ("{$var}", .badVariableName, 1),
    ("{|var*}", .reservedOperator, 1), ("{*keys?}", .badVariableName, 1),
    ("{?empty=default,var}", .afterVariable, 7), ("{var}{-prefix|/-/|var}", .badVariableName, 6),
    ("/h{#hello+}", .afterVariable, 9),
    ("{with space}", .afterVariable, 5), ("{ leading}", .badVariableName, 1),
    ("{trailing }", .afterVariable, 9), ("{~thing}", .badVariableName, 1),
    ("{default-graph}", .afterVariable, 8), ("{?query){&x*}", .afterVariable, 7),
    ("{?x, y}", .badVariableName, 4), ("{a..b}", .badVariableName, 3),
    ("{a.}", .badVariableName, 3),
    ("{.}", .badVariableName, 2), ("{a:0}", .badPrefix, 4), ("{a:01}", .badPrefix, 5),
    ("{a:10000}", .afterVariable, 7), ("{a:}", .badPrefix, 3), ("{%2}", .badTriplet, 1),
    ("{a{b}}", .afterVariable, 2),
    ("%", .badTriplet, 0), ("%zz", .badTriplet, 0), ("a b", .badLiteral, 1),
    ("a\"", .badLiteral, 1), ("<", .badLiteral, 0), ("a\\", .badLiteral, 1),
    ("^", .badLiteral, 0), ("`", .badLiteral, 0), ("|", .badLiteral, 0), ("\u{7F}", .badLiteral, 0),
    ("\n", .badLiteral, 0),
  ])
  func `A malformed URI template is refused with the position of its error`(
    template: String,
    expected: Expected,
    position: Int
  ) {
    let error = #expect(throws: TextFault.self) { try URITemplate(parsing: template) }
    #expect(error?.expected == expected.rawValue)
    #expect(error?.offset == position)
  }

  @Test(arguments: ["{keys:1}", "{+keys:1}", "{list:3}", "{?list:3}"])
  func `A URI template with a prefix of a list is refused when it is expanded`(
    template: String
  ) throws {
    let parsed = try URITemplate(parsing: template)
    let error = #expect(throws: TextFault.self) { try parsed.expand(values) }
    #expect(error?.expected == "a single text, of which there is a prefix")
  }

  @Test(arguments: [
    ("{var}", 4), ("{var}", 5), ("{list*}", 13), ("{list*}", 14), ("{keys}", 10), ("/literal", 7),
    ("/literal", 8),
  ])
  func `A URI template that expands past its limit is refused`(template: String, limit: Int) throws
  {
    let parsed = try URITemplate(parsing: template)
    let length = try parsed.expand(values).utf8.count
    if length <= limit {
      #expect(try parsed.expand(limit: limit, values).utf8.count == length)
    } else {
      let error = #expect(throws: TextFault.self) { try parsed.expand(limit: limit, values) }
      #expect(error?.expected == "a URI of at most \(limit)")
    }
  }

  @Test func `A URI template lists the names of its variables`() throws {
    #expect(try URITemplate(parsing: "/{a}{?b,c.d*,a:3}").variableNames == ["a", "b", "c.d", "a"])
    #expect(try URITemplate(parsing: "{a:3}").description == "{a:3}")
  }

  @Test func `The error of a URI template is described with its position`() {
    let error = #expect(throws: TextFault.self) { try URITemplate(parsing: "/{a b}") }
    #expect(
      error?.description
        == "found \" \" at 3, expected a comma or a closing brace"
    )
  }
}

/// What the parser expected where a template is malformed.
enum Expected: String, Sendable {
  case unclosedExpression = "a closing brace behind it"
  case strayBrace = "an opening brace before it"
  case reservedOperator = "an operator that the standard does not reserve"
  case badVariableName = "a name of a variable made of letters, digits, _ and triplets"
  case badPrefix = "a prefix of 1 to 9999 characters"
  case badLiteral = "a byte that may stand in a URI"
  case badTriplet = "a percent sign with two hexadecimal digits"
  case afterVariable = "a comma or a closing brace"
}
