// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import Plans
import SiteTesting
import Testing

@Suite struct `Sealed values in links` {
  private let seal = FlowSeal(SiteSeal(secret: Array("a secret of thirty-two bytes....".utf8)))
  private let target = FlowTarget(
    path: "checkout/pay",
    names: ["kind", "cart", "note"].map { name in
      FlowName(
        name,
        fallback: name == "note" ? "none" : nil,
        isRequired: name != "note",
        at: .start
      )
    }
  )

  @Test func `Equal values in a link give the same token, whatever their order and defaults`()
    throws
  {
    let values = ["cart": "7", "kind": "gift"]
    let token = try #require(seal.token(of: values, to: target))
    #expect(token == seal.token(of: ["kind": "gift", "note": "none", "cart": "7"], to: target))
    #expect(token == seal.token(of: ["kind": "gift", "cart": "7", "other": "x"], to: target))
    #expect(seal.values(of: token, to: target) == values)
    #expect(token.utf8.count == 35, "\(token)")
    #expect(
      token.utf8.allSatisfy { byte in UInt8(ascii: "!") < byte && byte != 0x26 && byte != 0x25 }
    )
    #expect(seal.token(of: ["note": "none"], to: target) == nil)
  }

  @Test(arguments: [
    "", "a b+c&d=e%20/?#", "ü日\u{1F339}\u{0}\n\"", String(repeating: "é", count: 64),
  ])
  func `A value carried by a link may be any text`(value: String) throws {
    let token = try #require(seal.token(of: ["cart": value], to: target))
    #expect(seal.values(of: token, to: target) == ["cart": value])
  }

  @Test func `A flow token that was changed, cut or made for another path or secret is refused`()
    throws
  {
    let token = try #require(seal.token(of: ["cart": "7", "kind": "gift"], to: target))
    let bytes = Array(token.utf8)
    for index in bytes.indices {
      for other in [bytes[index] ^ 1, UInt8(ascii: "A"), UInt8(ascii: "=")]
      where other != bytes[index] {
        var changed = bytes
        changed[index] = other
        let text = String(decoding: changed, as: UTF8.self)
        #expect(seal.values(of: text, to: target) == nil, "\(index)")
      }
      #expect(seal.values(of: String(token.prefix(index)), to: target) == nil)
    }
    #expect(seal.values(of: token + "A", to: target) == nil)
    #expect(seal.values(of: token + token, to: target) == nil)
    let elsewhere = FlowTarget(path: "checkout/review", names: target.names)
    #expect(seal.values(of: token, to: elsewhere) == nil)
    let foreign = FlowSeal(SiteSeal(secret: Array("another secret of thirty-two....".utf8)))
    #expect(foreign.values(of: token, to: target) == nil)
    let list = SealedQuery(
      SiteSeal(secret: Array("a secret of thirty-two bytes....".utf8)),
      for: .list,
      maximumCharacters: FlowLimits.maximumCharacters
    )
    let next = list.token(of: target.query(of: ["cart": "7"]), path: target.path)
    #expect(seal.values(of: next, to: target) == nil)
  }

  @Test func `A flow token has room for the values that a document may carry and refuses more`()
    throws
  {
    let names = (0..<FlowLimits.maximumNames).map { number in
      FlowName(
        "\(number)_".padded(to: FlowLimits.maximumNameBytes),
        fallback: nil,
        maximumBytes: FlowLimits.maximumTotalBytes / FlowLimits.maximumNames,
        isRequired: true,
        at: .start
      )
    }
    let most = FlowTarget(path: "a", names: names)
    let values = names.reduce(into: [:]) { $0[$1.name] = "\u{1}".padded(to: $1.maximumBytes) }
    let token = try #require(seal.token(of: values, to: most))
    #expect(token.utf8.count <= FlowLimits.maximumCharacters, "\(token.utf8.count)")
    #expect(seal.values(of: token, to: most) == values)
    let more = values.mapValues { $0 + $0 }
    #expect(seal.values(of: try #require(seal.token(of: more, to: most)), to: most) == nil)
  }
}

extension String {
  /// The text again and again, up to a length.
  fileprivate func padded(to count: Int) -> String {
    String(String(repeating: self, count: count).prefix(count))
  }
}
