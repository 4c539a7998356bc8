// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Editions
import Foundation
import SiteTesting
import Sites
import Testing

/// The shop that is compiled once for all tests.
private enum SampleShop {
  static let compilation: Compilation = {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var compiler = SiteCompiler(SiteFolder(folder.path), .common)
    return compiler.compile()
  }()
}

/// What is asked of the shop, and what comes of it.
private enum SampleTable {
  static let basket = "products/country-charm-basket"
  static let christmas: Int64 = 1_798_156_800

  /// Who asks for what, and a part of what they get.
  static let answers: [(token: String, path: String, part: String)] = [
    ("", basket, #""title":"Country Charm Basket""#), ("en", basket, #""item":"0101-2010-0611""#),
    ("en.us", basket, #""price":39.99,"currency":"USD""#),
    ("en.ca", basket, #""price":54.99,"currency":"CAD""#),
    ("de.de", basket, #""price":37.9,"currency":"EUR""#),
    ("fr.fr", basket, #""price":37.9,"currency":"EUR""#),
    ("en-gb.gb", basket, #""price":32.5,"currency":"GBP""#),
    ("ja.jp", basket, #""price":5900,"currency":"JPY""#),
    ("fr", basket, "\"priceText\":\"39,99\u{A0}$US\""),
    ("fr-ca.ca", basket, "\"priceText\":\"54,99\u{A0}$\""),
    ("de.de", basket, "\"priceText\":\"37,90\u{A0}€\""),
    ("ja.jp", basket, #""priceText":"¥5,900""#), ("en-gb.gb", basket, #""priceText":"£32.50""#),
    ("en.br", basket, #""price":39.99,"currency":"USD""#), ("en", basket, #""stars":5"#),
    ("en.2", basket, #"{"datatype":"stars","value":5}"#),
    ("en-gb", basket, #""title":"Add to basket""#), ("en", basket, #""title":"Add to cart""#),
    ("fr-ca", basket, #""title":"Ajouter au panier d’achats""#),
    ("fr-ca", basket, #""title":"Corbeille Charme champêtre""#),
    ("es-mx", basket, #""title":"Agregar al carrito""#),
    ("es", basket, #""title":"Añadir al carrito""#),
    ("zh-tw", basket, #""title":"加入購物車""#), ("zh-cn", basket, #""title":"加入购物车""#),
    ("zh-hk", "screens/home", #""title":"每天都有鮮花""#), ("ar-eg", "screens/home", "زهور لكل يوم"),
    ("pt", "screens/home", #""title":"Flores para todos os dias""#),
    ("ca", "screens/home", #""title":"Flores para cada día""#),
    ("nl", "screens/home", #""title":"Flowers for every day""#),
    ("nl~fr", "screens/home", #""title":"Des fleurs pour tous les jours""#),
    ("en.phone", "screens/home", #""url":"tel:+15550100117""#),
    ("en.3.1", "screens/home", #"{"datatype":"reviews""#),
    ("en.tablet", "screens/home", #""columns":2"#), ("en.tv", "screens/home", #""columns":4"#),
    ("en.us", "checkout/address", #""key":"zip""#),
    ("fr-ca.ca", "checkout/address", #""label":"Province""#),
    ("ja.jp", "checkout/address", #"[{"datatype":"field","key":"postcode""#),
    ("de.de", "checkout/address", #""label":"Postleitzahl""#),
    ("en-gb", "checkout/address", #""label":"Postcode""#),
    // What it carries the plan fills in.
    ("en.us", "checkout/cart", #""continueURL":{"$address":"/en.us/checkout/address""#),
    ("en.us", "checkout/cart", #""$flow":"checkout/address""#),
    ("en", basket, #""url":"/en/checkout/cart""#),
    ("en", "checkout/thanks", #""cancelURL":"/en/screens/home""#),
    ("nl", "legal/terms", "unavailable language"), ("ja", "legal/terms", "利用規約"),
  ]

  /// Who asks for what, and what they must not get.
  static let omissions: [(token: String, path: String, part: String)] = [
    ("en.1", basket, "\"stars\",\"value\""), ("en.tablet", "screens/home", "tel:"),
    ("en.2", "screens/home", "reviews"), ("en.de", "checkout/address", "\"state\""),
    ("en", "screens/home", "columns"), ("en", "checkout/delivery", "\"card\""),
    // An arm that nobody sealed is nobody's.
    ("en.checkout~one-page", "checkout/delivery", "\"card\""),
  ]
}

/// The shop in `Content` and `Locales`, as visitors of all kinds see it; checked by hand.
@Suite struct `The sample shop` {
  @Test func `The sample shop causes no finding and has twelve documents`() {
    #expect(SampleShop.compilation.findings.isEmpty)
    #expect(SampleShop.compilation.edition?.documentCount == 12)
  }

  @Test(arguments: SampleTable.answers)
  func `The sample shop answers with the expected content`(
    token: String,
    path: String,
    part: String
  ) throws {
    let edition = try #require(SampleShop.compilation.edition)
    let answer = try #require(edition.answer(path, for: token))
    #expect(answer.contains(part))
  }

  @Test(arguments: SampleTable.omissions)
  func `The sample shop leaves out what is not for the visitor`(
    token: String,
    path: String,
    part: String
  ) throws {
    let edition = try #require(SampleShop.compilation.edition)
    #expect(try !#require(edition.answer(path, for: token)).contains(part))
  }

  @Test(arguments: [(0, true), (-864_000, false), (864_000, false)])
  func `The sample shop shows the holiday variant while it lasts`(
    offset: Int64,
    isHoliday: Bool
  ) throws {
    let edition = try #require(SampleShop.compilation.edition)
    let answer = try #require(
      edition.answer("screens/home", for: "de", at: SampleTable.christmas + offset)
    )
    #expect(answer.contains("Festtagssträuße") == isHoliday)
  }

  @Test func `The sample shop's payment has one or two pages, by the arm of the experiment`() throws
  {
    let edition = try #require(SampleShop.compilation.edition)
    var pages: Set<Bool> = []
    for number in 0..<20 {
      let answer = try #require(
        edition.answer("checkout/delivery", forInstallation: "installation-\(number)")
      )
      #expect(answer.contains("/checkout/review\"") == answer.contains("\"card\""))
      pages.insert(answer.contains("\"card\""))
    }
    #expect(pages == [true, false])
  }
}
