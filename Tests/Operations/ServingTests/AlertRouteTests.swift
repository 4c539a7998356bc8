// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Measure
import Message
import Serving
import Testing

@Suite struct `The routes of alerts` {
  private static func entry(
    _ severities: [AlertCondition.Severity],
    site: String = "shop"
  ) throws -> AlertBook.Entry {
    var book = AlertBook()
    for (number, severity) in severities.enumerated() {
      let condition = AlertCondition(
        "service/\(site)/prices",
        severity,
        site: site,
        look: "/",
        "fails"
      )
      _ = book.update([condition], at: Int64(number))
    }
    return try #require(book.all.first)
  }

  private static func chosen(_ entry: AlertBook.Entry) throws -> String {
    let routes = try ["severity=page", "site=shop", "site=~\"cafe|bar\""].map {
      try AlertMatcher.list($0)
    }
    let (places, isUsual) = AlertReceivers.chosen(among: routes, for: entry)
    return "\(places)\(isUsual ? " and usual" : "")"
  }

  @Test func `An alert goes to every route that it fits, and to the usual receivers without one`()
    throws
  {
    #expect(try Self.chosen(try Self.entry([.page])) == "[0, 1]")
    #expect(try Self.chosen(try Self.entry([.ticket])) == "[1]")
    #expect(try Self.chosen(try Self.entry([.ticket], site: "bar")) == "[2]")
    #expect(try Self.chosen(try Self.entry([.ticket], site: "zoo")) == "[] and usual")
  }

  @Test func `Whoever was told of an alert is told that it is over, also if it has become another`()
    throws
  {
    #expect(try Self.chosen(try Self.entry([.page, .ticket], site: "zoo")) == "[0] and usual")
    #expect(try Self.chosen(try Self.entry([.ticket, .page], site: "zoo")) == "[0] and usual")
  }

  @Test func `A route has matchers and an address or a program`() throws {
    let webhook = try AlertRoute(
      #"severity="page", site=~"a -> b" -> https://hooks.example.com/page"#,
      keyFile: nil
    )
    guard case .webhook(let settings) = webhook.receiver else {
      Issue.record("it is no webhook")
      return
    }
    #expect("\(settings.origin)\(settings.target)" == "https://hooks.example.com/page")
    #expect(webhook.matchers.count == 2)
    let program = try AlertRoute("severity=ticket -> /usr/bin/mail --to team", keyFile: nil)
    guard case .command = program.receiver else {
      Issue.record("it is no program")
      return
    }
  }

  @Test(arguments: [
    ("severity=page", "expected matchers, ->"), ("team=a -> /bin/true", "no label team"),
    ("severity=page -> pager", "pager is no receiver"), (" -> /bin/true", "is no matcher"),
  ])
  func `A text that is no route is refused with the reason`(_ text: String, _ reason: String) {
    let error = #expect(throws: PlainError.self) { try AlertRoute(text, keyFile: nil) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }
}
