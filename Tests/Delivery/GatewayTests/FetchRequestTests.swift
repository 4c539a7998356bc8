// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `A fetch request of Core Data, sent by QUERY` {
  private func start() async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    service.says(
      .init(
        #"{"data":[{"flowerID":1230,"name":"Rose"},{"flowerID":1231,"name":"Lily"},"#
          + #"{"flowerID":1232,"name":"Lilac"},{"flowerID":1233}]}"#
      ),
      to: "/flowers"
    )
    service.says(
      .init(#"{"data":[{"name":"Graben"},{"name":"Am Hof"}]}"#),
      to: "/stores?lat=48.21&lon=16.37"
    )
    let site = try await SiteServer(
      [
        "flowers": """
        {
          datatype: "flowers", ttl: 600, list: { keys: { flowerID: "@.flowerID", name: "@.name" } },
          calls: { flowers: { backend: "shop", path: "/flowers", freshness: { ttl: 600 } } },
          body: { data: { $list: "$.flowers.data[*]", do: { flowerID: { $pick: "@.flowerID" } } } },
        }
        """,
        "nearbyStores": """
        {
          datatype: "stores", ttl: 600, list: { keys: { name: "@.name" } },
          query: {
            latitude: { minimum: -90, maximum: 90 }, longitude: { minimum: -180, maximum: 180 },
          },
          calls: {
            stores: {
              backend: "shop", path: "/stores{?lat,lon}", freshness: { ttl: 600 },
              with: { lat: "$.query.latitude", lon: "$.query.longitude" },
            },
          },
          body: { data: { $list: "$.stores.data[*]", do: { name: { $pick: "@.name" } } } },
        }
        """,
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """
    )
    return (site, service)
  }

  private static func propertyList(_ inner: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>\(inner)</dict></plist>
    """
  }

  private static func expression(_ key: String, _ qualifier: String, _ value: String) -> String {
    "<dict><key>key</key><string>\(key)</string><key>qualifier</key><string>\(qualifier)</string>"
      + "<key>value</key>\(value)</dict>"
  }

  private static let plist = ["Content-Type": "application/x-plist"]

  @Test func `A Core Data fetch request by QUERY is answered like the URL of the same question`()
    async throws
  {
    let (site, service) = try await start()
    let expression = Self.expression("flowerID", "EQUALS", "<integer>1231</integer>")
    let asked = try await site.get(
      "/flowers",
      Self.plist,
      method: "QUERY",
      body: Self.propertyList(
        "<key>predicate</key><dict><key>expressions</key><array>\(expression)</array></dict>"
          + "<key>sortOrderings</key><array/><key>fetchLimit</key><integer>5</integer>"
      )
    )
    #expect(asked.status == 200, "\(asked.body)")
    #expect(asked.body.contains(#""data":[{"flowerID":1231}]"#))
    let url = "/flowers?limit=5&where=flowerID,equal,1231"
    #expect(asked.fields["content-location"] == url)
    let got = try await site.get(url)
    #expect(got.body == asked.body)
    #expect(got.fields["cache-status"]?.hasPrefix("portico;hit") == true)
    #expect(service.asked() == ["/flowers"])
  }

  @Test(arguments: [
    ("NOT_EQUALS", "<integer>1231</integer>", "1232,1230"),
    ("LESS_THAN", "<real>1231.5</real>", "1231,1230"),
    ("LESS_THAN_OR_EQUALS", "<integer>1231</integer>", "1231,1230"),
    ("GREATER_THAN", "<integer>1231</integer>", "1232"),
    ("GREATER_THAN_OR_EQUALS", "<integer>1231</integer>", "1232,1231"),
    ("IN", "<array><integer>1230</integer><integer>1233</integer></array>", "1230"),
    ("EXISTS", "<true/>", "1232,1231,1230"),
  ])
  func `A fetch request compares numbers by every qualifier and sorts`(
    qualifier: String,
    value: String,
    found: String
  ) async throws {
    let (site, service) = try await start()
    let expressions =
      Self.expression("flowerID", qualifier, value) + Self.expression("name", "CONTAINS", text(""))
    let sort =
      "<dict><key>key</key><string>flowerID</string><key>ascending</key><false/></dict>"
    let asked = try await site.get(
      "/flowers",
      Self.plist,
      method: "QUERY",
      body: Self.propertyList(
        "<key>expressions</key><array>\(expressions)</array>"
          + "<key>sortOrderings</key><array>\(sort)</array>"
      )
    )
    let ids = found.split(separator: ",").map { #"{"flowerID":\#($0)}"# }.joined(separator: ",")
    #expect(asked.body.contains(#""data":[\#(ids)]"#), "\(asked.body)")
    #expect(service.asked() == ["/flowers"])
  }

  @Test(arguments: [
    ("BEGINSWITH", "Lil", "1231,1232"), ("BEGINS_WITH", "Lil", "1231,1232"),
    ("ENDS_WITH", "ac", "1232"), ("CONTAINS[c]", "L", "1231,1232"), ("EQUALS[c]", "ROSE", "1230"),
    ("EQUALS", "Rose", "1230"),
  ])
  func `A fetch request compares texts by every qualifier`(
    qualifier: String,
    value: String,
    found: String
  ) async throws {
    let (site, service) = try await start()
    let expression = Self.expression("name", qualifier, text(value))
    let asked = try await site.get(
      "/flowers",
      Self.plist,
      method: "QUERY",
      body: Self.propertyList("<key>expressions</key><array>\(expression)</array>")
    )
    let ids = found.split(separator: ",").map { #"{"flowerID":\#($0)}"# }.joined(separator: ",")
    #expect(asked.body.contains(#""data":[\#(ids)]"#), "\(asked.body)")
    #expect(service.asked() == ["/flowers"])
  }

  private func text(_ text: String) -> String { "<string>\(text)</string>" }

  @Test func `A fetch request may be a binary property list, and so may its answer`() async throws {
    let (site, service) = try await start()
    let expression = DataValue(
      .dictionary(
        DataDictionary(unique: [
          .init("key", DataValue(.string("flowerID"))),
          .init("qualifier", DataValue(.string("EQUALS"))),
          .init("value", DataValue(.integer(1_230))),
        ])
      )
    )
    let body = DataValue(
      .dictionary(
        DataDictionary(unique: [.init("expressions", DataValue(.array([expression])))])
      )
    )
    var bytes: [UInt8] = []
    BinaryPropertyListWriter().write(body, to: &bytes)
    let asked = try await site.get(
      "/flowers",
      ["Content-Type": "application/x-bplist", "Accept": "application/x-plist"],
      method: "QUERY",
      bytes: bytes
    )
    #expect(asked.status == 200)
    #expect(asked.fields["content-type"] == "application/x-plist")
    #expect(asked.body.contains("<integer>1230</integer>"))
    #expect(!asked.body.contains("<integer>1231</integer>"))
    #expect(service.asked() == ["/flowers"])
  }

  @Test
  func `A fetch request near a visitor rounds the place and shares one answer`() async throws {
    let (site, service) = try await start()
    for (latitude, longitude) in [("48.2082", "16.3738"), ("48.2119", "16.3661")] {
      let expressions =
        Self.expression("endpoint", "EQUALS", text("nearbyStores"))
        + Self.expression("latitude", "EQUALS", "<real>\(latitude)</real>")
        + Self.expression("longitude", "EQUALS", "<real>\(longitude)</real>")
      let asked = try await site.get(
        "/nearbyStores",
        Self.plist,
        method: "QUERY",
        body: Self.propertyList(
          "<key>expressions</key><array>\(expressions)</array>"
            + "<key>fetchLimit</key><integer>1</integer>"
        )
      )
      #expect(asked.body.contains(#""data":[{"name":"Graben"}]"#), "\(asked.body)")
      #expect(
        asked.fields["content-location"] == "/nearbyStores?latitude=48.21&longitude=16.37&limit=1"
      )
    }
    #expect(service.asked() == ["/stores?lat=48.21&lon=16.37"])
  }

  @Test(arguments: [
    (
      "<key>fetchLimit</key><string>5</string>",
      #"fetchLimit of the body is \"5\"; expected a whole"#
    ),
    (
      "<key>fetchLimit</key><integer>5</integer><key>limit</key><integer>5</integer>",
      "fetchLimit of the body is beside limit; expected one of them"
    ),
    ("<key>entity</key><string>Flower</string>", #"a member of the body is \"entity\"; expected"#),
    (
      "<key>endpoint</key><string>stores</string>",
      #"endpoint is \"stores\"; expected \"nearbyStores\", or nothing"#
    ),
    (
      "<key>expressions</key><array>\(expression("latitude", "LESS_THAN", "<real>1</real>"))</array>",
      "the qualifier of latitude is lessThan; expected equal"
    ),
    (
      "<key>expressions</key><array>\(expression("latitude", "EQUALS", "<real>91</real>"))</array>",
      "latitude: expected -90 to 90"
    ),
    (
      "<key>expressions</key><array>\(expression("name", "LIKE", "<string>a*</string>"))</array>",
      #"the qualifier of name is \"LIKE\"; expected equal, notEqual"#
    ),
    (
      "<key>expressions</key><array>\(expression("name", "EQUALS", "<data>AA==</data>"))</array>",
      "value of expressions[0] is"
    ),
    ("<key>predicate</key><string>a == 1</string>", "predicate of the body is"),
  ])
  func `A wrong fetch request answers 400 and says what is wrong`(
    inner: String,
    detail: String
  ) async throws {
    let (site, service) = try await start()
    let asked = try await site.get(
      "/nearbyStores",
      Self.plist,
      method: "QUERY",
      body: Self.propertyList(inner)
    )
    #expect(asked.status == 400)
    #expect(asked.body.contains(detail), "\(asked.body)")
    #expect(service.asked() == [])
  }

  @Test
  func `A fetch request that is no property list is told where it stops being one`() async throws {
    let (site, service) = try await start()
    let asked = try await site.get("/flowers", Self.plist, method: "QUERY", body: "{ a = 1; }")
    #expect(asked.status == 400)
    #expect(asked.body.contains("the body is no property list (1:1"), "\(asked.body)")
    #expect(service.asked() == [])
  }
}
