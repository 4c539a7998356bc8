// SPDX-License-Identifier: Apache-2.0

import Measure
import Testing

@testable import Serving

@Suite struct `Gateways that are compared` {
  @Test func `Parts that differ come first, whichever gateway has them`() {
    let here = ConfigurationFingerprint(reading: "version=1 --cache=ab shop/edition=e1 a=b=c")
    let there = ConfigurationFingerprint(reading: "version=1 shop/edition=e2 --loops=7 a=b=c")
    #expect(here.line == "version=1 --cache=ab shop/edition=e1 a=b=c")
    let compared = here.compared(with: there).map { "\($0.name) \($0.result.rawValue)" }
    #expect(
      compared == [
        "--cache only here", "shop/edition different", "--loops only there", "version same",
        "a=b same",
      ]
    )
  }

  @Test func `Options that say where something is on a machine are no parts that are served`() {
    let line = "version=1 --listen=1 --admin=2 --gateway=3 --state=4 --cache=5 shop/edition=6"
    let served = ConfigurationFingerprint(reading: line).served
    #expect(served.line == "version=1 --cache=5 shop/edition=6")
  }

  @Test func `A difference is known since it was first seen, until there is none`() {
    var standing = GatewayStanding(name: "berlin", address: "http://10.0.0.6:8081")
    #expect(standing.trouble == nil && standing.conditions.isEmpty)
    standing.answered(differing: ["shop/edition"], at: 100)
    standing.answered(differing: ["shop/edition", "version"], at: 115)
    #expect(standing.differsSince == 100)
    let text = "the gateway berlin serves other parts than this one: shop/edition, version"
    #expect(standing.trouble == text)
    let condition = standing.conditions.first
    #expect(condition?.id == "gateway/berlin/parts" && condition?.severity == .ticket)
    #expect(condition?.patience == 300 && condition?.look == "/config/parts")
    standing.answered(differing: [], at: 130)
    #expect(standing.differsSince == nil && standing.trouble == nil)
    standing.answered(differing: ["version"], at: 145)
    #expect(standing.differsSince == 145)
  }

  @Test func `A gateway that does not answer is told of, and what was known of it stays known`() {
    var standing = GatewayStanding(name: "berlin", address: "http://10.0.0.6:8081")
    standing.answered(differing: ["version"], at: 100)
    standing.failed("refused", at: 115)
    standing.failed("it answers 401", at: 130)
    #expect(standing.failsSince == 115 && standing.differsSince == 100 && standing.answered == 100)
    #expect(standing.trouble == "the gateway berlin does not tell what it serves: it answers 401")
    #expect(standing.conditions.map(\.id) == ["gateway/berlin/answer"])
    standing.answered(differing: ["version"], at: 145)
    #expect(standing.failsSince == nil && standing.differsSince == 100)
  }

  @Test func `Of many parts that differ some are named`() {
    var standing = GatewayStanding(name: "b", address: "")
    standing.answered(differing: (1...7).map { "p\($0)" }, at: 1)
    #expect(standing.trouble?.hasSuffix(": p1, p2, p3, p4, p5 and 2 more") == true)
  }

  @Test(arguments: [
    ("http://10.0.0.6:8081", "10.0.0.6:8081"), ("berlin=https://b.example:8081/", "berlin"),
    ("http://10.0.0.6:8081/x", nil), ("10.0.0.6:8081", nil), ("=http://a:1", nil),
    ("a b=http://a:1", nil), ("ftp://a", nil),
  ])
  func `Another gateway is declared by a URL, and perhaps a name`(text: String, name: String?) {
    #expect(OtherGateways.Settings(text)?.name == name)
  }

  @Test(arguments: [
    #"{"fingerprint":[{"fingerprint":"version=1 a=2"}]}"#, #"{"fingerprint":[]}"#, "[]", "<html>",
  ])
  func `The fingerprint is read from the answer of a gateway, and from no other`(body: String) {
    let fingerprint = OtherGateways.fingerprint(in: Array(body.utf8))
    #expect(fingerprint?.line == (body.contains("version") ? "version=1 a=2" : nil))
  }
}
