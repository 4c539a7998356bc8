// SPDX-License-Identifier: Apache-2.0

/// What services answer: 1.7 KB each, but for the large one.
struct Sample {
  let name: String
  let text: String
  /// What a plan picks out of it.
  let queries: [String]

  var bytes: [UInt8] { Array(text.utf8) }

  private static func product(_ index: Int) -> String {
    #"{"id":"rose-\#(index)","sku":\#(100_234 + index),"title":"Garden rose, red","available":true,"#
      + #""price":{"amount":\#(19 + index).99,"currency":"EUR","discount":null,"tax":0.19},"#
      + #""tags":["flower","red","season"],"image":{"url":"https://img.example/rose/\#(index).jpg","#
      + #""width":640,"height":480},"description":"A rose that blooms from June to October; needs "#
      + #"\"little\" water and much sun, all summer.","stock":[12,0,5],"rating":4.5,"reviews":128}"#
  }

  static let product = Sample(
    name: "catalog",
    text: #"{"items":["# + (0..<4).map(product).joined(separator: ",")
      + #"],"total":4,"offset":0,"next":"b2Zmc2V0PTQ","generated":"2026-10-10T12:00:00Z"}"#,
    queries: [
      "$.items[0].id", "$.items[0].title", "$.items[0].price.amount", "$.items[0].image",
      "$.items[1].id", "$.total",
    ]
  )

  static let indented = Sample(
    name: "prices",
    text: "{\n  \"prices\": [\n"
      + (0..<12).map {
        """
            {
              "sku": \($0 + 100_234),
              "amount": \($0).99,
              "currency": "EUR",
              "taxes": [
                0.19
              ],
              "valid": true
            }
        """
      }.joined(separator: ",\n") + "\n  ]\n}\n",
    queries: [
      "$.prices[0].amount", "$.prices[0].currency", "$.prices[1].amount", "$.prices[2].amount",
      "$.prices[3].amount", "$.prices[-1].valid",
    ]
  )

  static let text = Sample(
    name: "reviews",
    text: #"{"reviews":["#
      + (0..<9).map {
        #"{"id":\#($0),"titel":"Schöne rote Rosen für überall","text":"Blüht von Juni bis Oktober; "#
          + #"benötigt wenig Wasser – äußerst genügsam.","名前":"赤いバラの花束、季節の花"}"#
      }.joined(separator: ",") + "]}",
    queries: [
      "$.reviews[0].titel", "$.reviews[0].text", "$.reviews[1].titel", "$.reviews[1].text",
      "$.reviews[2]['名前']", "$.reviews[7].id",
    ]
  )

  static let stock = Sample(
    name: "stock",
    text: #"{"stores":["#
      + (0..<22).map {
        #"{"store":"Berlin \#($0)","at":[52.\#($0)2,13.4\#($0)],"rose-0":\#($0),"rose-1":0,"rose-2":null}"#
      }.joined(separator: ",") + "]}",
    queries: [
      "$.stores[0].store", "$.stores[0]['rose-0']", "$.stores[1].store", "$.stores[1]['rose-0']",
      "$.stores[2].at", "$.stores[19]['rose-2']",
    ]
  )

  static let large = Sample(
    name: "large",
    text: #"{"items":["# + (0..<2_700).map(product).joined(separator: ",") + "]}",
    queries: []
  )
}
