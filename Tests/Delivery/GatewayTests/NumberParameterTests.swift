// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct `A parameter with a range` {
  private func start(_ latitude: String) async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    for asked in ["?lat=48.2", "?lat=48.21", "?lat=48", "?lat=-33.9", "?lat=0", ""] {
      service.says(.init(#"{"stores":["\#(asked)"]}"#), to: "/stores\(asked)")
    }
    let site = try await SiteServer(
      [
        "near": """
        {
          datatype: "stores", ttl: 600, query: { lat: { \(latitude) } },
          calls: { near: { backend: "shop", path: "/stores{?lat}", freshness: { ttl: 600 } } },
          body: { lat: { $pick: "$.query.lat" }, stores: { $pick: "$.near.stores" } },
        }
        """
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

  @Test(arguments: [
    ("lat=48.2", "48.2"), ("lat=48.20", "48.2"), ("lat=48.2082", "48.21"), ("lat=48", "48"),
    ("lat=4.8e1", "48"), ("lat=048", "48"), ("lat=-33.8999999999", "-33.9"), ("lat=-0.0001", "0"),
  ])
  func `A number parameter is rounded for the service and the answer`(
    query: String,
    told: String
  ) async throws {
    let (site, service) = try await start("minimum: -90, maximum: 90")
    let reply = try await site.get("/near?\(query)")
    #expect(reply.status == 200)
    #expect(reply.body.contains(#""lat":\#(told),"stores":["?lat=\#(told)"]"#), "\(reply.body)")
    #expect(service.asked() == ["/stores?lat=\(told)"])
  }

  @Test func `One answer is kept for all numbers that round to the same`() async throws {
    let (site, service) = try await start("minimum: -90, maximum: 90, digits: 1")
    let first = try await site.get("/near?lat=48.2082")
    for query in ["lat=48.16", "lat=48.2", "lat=4.82e1", "lat=48.2400001"] {
      let reply = try await site.get("/near?\(query)")
      #expect(reply.fields["cache-status"]?.hasPrefix("portico;hit") == true, "\(query)")
      #expect(reply.fields["etag"] == first.fields["etag"])
    }
    #expect(service.asked() == ["/stores?lat=48.2"])
  }

  @Test(arguments: [
    "90.01", "-90.001", "north", "", "48,2", "NaN", "Infinity", "0x10", "1e999999999", "48.2.1",
  ])
  func `A value that is no number of the range answers 400 with the range`(
    value: String
  ) async throws {
    let (site, service) = try await start("minimum: -90, maximum: 90")
    let reply = try await site.get("/near?lat=\(value)")
    #expect(reply.status == 400)
    #expect(reply.body.contains("lat: expected -90 to 90"))
    #expect(service.asked() == [])
  }

  @Test func `A number parameter may have decimal bounds, be whole or be left out`() async throws {
    let (site, any) = try await start("minimum: -45.5, maximum: 47.75")
    #expect(try await site.get("/near?lat=47.76").body.contains("expected -45.5 to 47.75"))
    let without = try await site.get("/near").body
    #expect(without.contains(#""stores":[""]"#) && !without.contains("lat"), "\(without)")
    #expect(any.asked() == ["/stores"])
    let (whole, service) = try await start("minimum: -90, maximum: 90, digits: 0")
    #expect(try await whole.get("/near?lat=48.2").status == 200)
    #expect(service.asked() == ["/stores?lat=48"])
  }
}
