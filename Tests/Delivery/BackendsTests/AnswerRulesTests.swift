// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import Testing

@Suite struct `The rules for a backend's answers` {
  struct Head: CustomTestStringConvertible {
    let status: Int
    var type: [String] = ["application/json"]
    var length: Int? = 100
    var isHead = false
    var breach: BackendFault.Kind?
    var testDescription: String { "\(status) \(type) \(length ?? -1) \(isHead)" }

    var response: Response {
      var response = Response(Status(status) ?? .ok)
      for type in type { response.fields.append("content-type", type) }
      return response
    }
  }

  @Test(arguments: [
    Head(status: 200),
    Head(status: 200, length: nil),
    Head(status: 299),
    Head(status: 200, type: ["Application/JSON; charset=utf-8"]),
    Head(status: 200, type: ["application/problem+json"]),
    Head(status: 200, type: ["application/+json"], breach: .wrongContentType),
    Head(status: 200, type: ["application/jsonp"], breach: .wrongContentType),
    Head(status: 200, type: ["text/html"], breach: .wrongContentType),
    Head(status: 200, type: ["text/json"], breach: .wrongContentType),
    Head(status: 200, type: ["application/json", "text/html"], breach: .wrongContentType),
    Head(status: 200, type: [], breach: .wrongContentType),
    Head(status: 200, type: [""], breach: .wrongContentType),
    Head(status: 200, type: [], length: 0),
    Head(status: 204, type: [], length: nil),
    Head(status: 200, type: [], length: nil, isHead: true),
    Head(status: 200, length: 1_000),
    Head(status: 200, length: 1_001, breach: .tooLarge),
    Head(status: 200, length: 1_001, isHead: true),
    Head(status: 301, breach: .redirect),
    Head(status: 304, breach: .wrongStatus),
    Head(status: 307, breach: .redirect),
    Head(status: 404, breach: .wrongStatus),
    Head(status: 503, type: ["text/html"], breach: .wrongStatus),
  ])
  func `A backend's answer is checked for its status, type and length by its head`(head: Head) {
    var rules = AnswerRules()
    rules.bodyLimit = 1_000
    let breach = rules.breach(of: head.response, length: head.length, isHead: head.isHead)
    #expect(breach?.kind == head.breach)
  }

  @Test func `A declared status is accepted from a backend, a redirect too`() {
    var rules = AnswerRules()
    rules.statuses = StatusSet(200...204, 302...302, 404...404)
    for status in [200, 204, 302, 404] {
      #expect(rules.breach(of: Head(status: status).response, length: 9) == nil)
    }
    #expect(rules.breach(of: Head(status: 205).response, length: 9)?.kind == .wrongStatus)
    #expect(rules.statuses.description == "200-204, 302, 404")
  }

  @Test func `The fault of a backend's answer says what was seen and what was expected`() {
    let rules = AnswerRules()
    var redirect = Response(.found)
    redirect.fields.append("location", "http://elsewhere/")
    let breaches = [
      rules.breach(of: Head(status: 404).response, length: 9),
      rules.breach(of: Head(status: 200, type: ["text/html"]).response, length: 9),
      rules.breach(of: redirect, length: 0),
    ]
    #expect(
      breaches.map { $0.map { "\($0.seen); \($0.expected)" } } == [
        "status 404; 200-299",
        "Content-Type \"text/html\"; application/json, application/*+json",
        "status 302 to http://elsewhere/; an answer: redirects are not followed",
      ]
    )
  }

  @Test(arguments: [
    ("*/*", ["a/b", "application/json"], ["", "a", "/b", "a/"]),
    ("text/*", ["text/plain", "TEXT/x; q=1"], ["texts/plain", "application/text"]),
    ("image/*+xml", ["image/svg+xml"], ["image/+xml", "image/xml", "text/a+xml"]),
    ("Text/CSV", ["text/csv", "text/csv ;header=present"], ["text/csvs", "text/cs"]),
  ])
  func `A media type pattern matches its types and no others`(
    pattern: String,
    matching: [String],
    others: [String]
  ) throws {
    let pattern = try #require(MediaPattern(pattern))
    #expect(matching.filter { pattern.matches($0.utf8Span.span) } == matching)
    #expect(others.filter { pattern.matches($0.utf8Span.span) } == [])
  }

  @Test(arguments: ["", "json", "a/b/c", "*/json", "a/b;c=d", "a /b", "a/*+", "a/b*", "/", "*/*+x"])
  func `An invalid media type pattern is refused`(text: String) {
    #expect(MediaPattern(text) == nil)
  }

  @Test func `Each kind of backend fault has a label of its own without values in it`() {
    let labels = BackendFault.Kind.allCases.map(\.rawValue)
    #expect(Set(labels).count == labels.count)
    for label in labels { #expect(label.allSatisfy { $0.isLowercase || $0 == "_" }) }
    var fault = BackendFault(.refused, of: "prices", "nobody listens")
    fault.endpoint = Destination(Origin(.http, host: "10.0.0.1", port: 81))
    #expect(
      fault.description
        == "refused: backend prices at http://10.0.0.1:81: nobody listens; expected a connection"
    )
    #expect(fault.label == "refused")
  }

  @Test(arguments: [
    (502, true), (503, true), (504, true), (500, false), (404, false), (429, false),
  ])
  func `A wrong status may be retried only if it is 502, 503 or 504`(status: Int, mayHelp: Bool) {
    var fault = BackendFault(.wrongStatus, of: "prices", "")
    fault.answered = Status(status)
    #expect(fault.retry == (mayHelp ? .ifIdempotent : .never))
  }
}
