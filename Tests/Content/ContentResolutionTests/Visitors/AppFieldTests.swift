// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import Testing

@Suite struct `The X-App field` {
  private func claim(_ members: [String: String]) -> VisitorClaims.Claim {
    var claim = VisitorClaims.Claim()
    for (name, value) in members { claim[name] = value }
    return claim
  }

  @Test(arguments: [
    ("", [:]), (" , ,", [:]),
    ("version=2.10", ["version": "2.10"]), ("version=2.3.4", ["version": "2.3.4"]),
    ("version=2", ["version": "2"]), ("version=\"2.10\"", ["version": "2.10"]),
    ("version=2.3.4-beta.1", ["version": "2.3.4-beta.1"]), ("version=v3", ["version": "v3"]),
    ("version=2.3.1 (412)", ["version": "2.3.1 (412)"]), ("version=2.3456", ["version": "2.3456"]),
    ("build=007", ["build": "007"]), ("session=0012", ["session": "0012"]),
    ("session=8.1.0", ["session": "8.1.0"]), ("session=-5", ["session": "-5"]),
    ("device=phone;q=1, country=CA ; a=\"x,y\"", ["device": "phone", "country": "CA"]),
    ("device = phone", ["device": "phone"]), ("DEVICE=phone", ["device": "phone"]),
    ("country=CA, country=FR", ["country": "FR"]),
    (#"app="a,b=c""#, ["app": "a,b=c"]), (#"app="a\"b\\c""#, ["app": #"a"b\c"#]),
    (#"languages="fr-CA, de""#, ["languages": "fr-CA, de"]),
    ("languages=fr-CA", ["languages": "fr-CA"]), ("languages=*", ["languages": "*"]),
    (#"app="", version=1"#, ["app": "", "version": "1"]),
    (
      "app=\"com.example.shop\", version=2.3, build=412, device=phone,\t languages=\"fr-CA, de\","
        + "country=CA, installation=\"8f14e45f\", session=\"c81e\"",
      [
        "app": "com.example.shop", "version": "2.3", "build": "412", "device": "phone",
        "languages": "fr-CA, de", "country": "CA", "installation": "8f14e45f", "session": "c81e",
      ]
    ),
  ])
  func `X-App gives the values of its members as they are written`(
    text: String,
    members: [String: String]
  ) {
    let field = AppField(text)
    #expect(field.claim == claim(members))
    #expect(field.dropped.isEmpty, "\(field.dropped)")
  }

  @Test(arguments: [
    ("session=c81e", "session=\"d\", session=c81e"), ("SESSION = c81e , app=x", "session=c81e"),
    ("installation=8f, session=c81e", "session=c81e"),
    ("app=\"a, session=b\", installation=8f", "installation=8f"),
    ("session=\"\", installation=8f", "installation=8f"),
  ])
  func `A visitor has one number by the session, or else by the installation`(
    text: String,
    same: String
  ) {
    let (number, others) = (visitor(text), visitor("session=other"))
    #expect(number != nil && number != others)
    #expect(number == visitor(same))
  }

  private func visitor(_ text: String) -> UInt64? { AppField.visitor(in: text.utf8Span.span) }

  @Test(arguments: [
    "", "app=x, version=2", "session=, installation", "session=\"\"",
    "session=" + String(repeating: "x", count: 131),
  ])
  func `A field without a session and an installation has no number of a visitor`(text: String) {
    #expect(visitor(text) == nil)
  }

  @Test(arguments: [
    ("session=81e", ["session"]), ("country=??", ["country"]), ("country=ZZ", ["country"]),
    ("country=\"??\"", ["country"]), ("device=toaster", ["device"]), ("version=x.y", ["version"]),
    ("version=-2.3", ["version"]), ("version", ["version"]), ("version=", ["version"]),
    ("version=?1", ["version"]), ("build=412.5", ["build"]), ("build=x", ["build"]),
    ("build=1234567890123456789", ["build"]), ("installation=\"a b\"", ["installation"]),
    ("app=(a b)", ["app"]), ("app=:YQ==:", ["app"]), ("app=@5", ["app"]), ("app=2.", ["app"]),
    ("app=.2", ["app"]), ("app=-", ["app"]), ("app=2..3", ["app"]), (#"app="a\b""#, ["app"]),
    (#"app="a"b"#, ["app"]), (#"session="81e"#, ["session"]), (#"session=8"1e"#, ["session"]),
    ("languages=\"???\"", ["languages"]), ("=5", ["other"]), ("a b=5", ["other"]),
    ("session=81e, country=??, =, ?", ["country", "session", "other"]),
  ])
  func `X-App drops a malformed member and keeps the others`(text: String, names: [String]) {
    #expect(AppField(text).droppedNames == names)
    for (before, after) in [("app=a, ", ", session=s"), ("app=a,", ",session=s")] {
      let field = AppField(before + text + after)
      #expect(field.droppedNames == names)
      #expect(field.claim.app == "a" && field.claim.session == "s")
    }
  }

  @Test func `X-App reports dropped members and what was expected, and ignores unknown ones`()
    throws
  {
    let field = AppField("version=two, session=81e, beta, x=(1 2), a=1;b")
    #expect(field.dropped.map(\.text) == ["session=81e", "version=two"])
    #expect(
      field.dropped.map(\.expected) == [
        "a string in quotes, a token or a number", "a version such as 2.3.1",
      ]
    )
    #expect(field.ignored == ["beta", "x", "a"])
  }

  @Test func `X-App keeps the earlier value when a later member of the same name is malformed`() {
    #expect(AppField("session=a, session=81e").claim.session == "a")
    #expect(AppField("session=a, session=81e").droppedNames == ["session"])
  }

  @Test func `X-App is read to its end whatever it contains`() {
    let letters = [
      "a", "app=", "version=", "\"", "\\", ",", "=", ";", " ", "2.3", "\u{E9}", "\u{0}",
    ]
    var number = 1
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<8 {
        number = (number &* 48_271) % 2_147_483_647
        text += letters[number % letters.count]
      }
      let field = AppField(text)
      #expect(field.dropped.count + field.ignored.count <= text.utf8.count)
    }
  }
}
