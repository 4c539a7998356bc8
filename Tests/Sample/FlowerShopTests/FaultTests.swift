// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Injected faults` {
  private static let target = "/prices/0101-2010-0611"

  private func shop(with fault: String) async throws -> ShopServer {
    let shop = try await ShopServer()
    let reply = try await shop.send("PUT", .prices, "/_faults", body: fault)
    #expect(reply.status == 200)
    return shop
  }

  /// Everything that comes on a connection that asks once.
  private func raw(_ shop: ShopServer) async throws -> String {
    try await onThread {
      let socket = try shop.connect(.prices)
      try socket.send("GET \(Self.target) HTTP/1.1\r\nHost: shop\r\n\r\n")
      var all = ""
      while let piece = try? socket.receive(), !piece.isEmpty {
        all += String(decoding: piece, as: UTF8.self)
      }
      return all
    }
  }

  /// Waits until so many answers were concerned.
  private func hits(_ count: Double, _ shop: ShopServer) async throws {
    try await waitUntil("the fault was met \(count) times") {
      try await shop.get(.prices, "/_faults").json["hits"].number == count
    }
  }

  @Test func `An injected status is answered with its Retry-After and no-store`() async throws {
    let shop = try await shop(with: "{\"status\": 503, \"retryAfter\": 7}")
    let reply = try await shop.get(.prices, Self.target)
    #expect(reply.status == 503)
    #expect(reply.fields["retry-after"] == "7")
    #expect(reply.fields["cache-control"] == "no-store")
    #expect(try reply.json["status"].number == 503)
  }

  @Test func `A request answered with an injected status changes nothing, a garbled answer's does`()
    async throws
  {
    let shop = try await shop(with: "{\"status\": 500}")
    let target = "/prices/0101-2010-0611"
    let body = "{\"amount\": 1}"
    #expect(try await shop.send("PUT", .prices, "\(target)/US", body: body).status == 500)
    _ = try await shop.send("DELETE", .prices, "/_faults")
    #expect(try await shop.get(.prices, target).json["amount"].number == 39.99)
    _ = try await shop.send("PUT", .prices, "/_faults", body: "{\"break\": \"garbage\"}")
    _ = try await shop.send("PUT", .prices, "\(target)/US", body: body)
    _ = try await shop.send("DELETE", .prices, "/_faults")
    #expect(try await shop.get(.prices, target).json["amount"].number == 1)
  }

  @Test func `An injected delay is measured by the loop's own clock`() async throws {
    let shop = try await shop(with: "{\"delay\": \"2s\"}")
    async let reply = shop.get(.prices, Self.target)
    try await hits(1, shop)
    shop.clock.advance(by: .seconds(2))
    let answer = try await reply
    #expect(answer.status == 200)
    #expect(answer.fields["date"] == "Fri, 15 Jan 2027 08:00:02 GMT")
  }

  @Test
  func `An injected truncation ends the answer after half of its declared length`() async throws {
    let shop = try await shop(with: "{\"break\": \"truncate\"}")
    let reply = try ShopServer.Reply(try await raw(shop))
    #expect(reply.status == 200)
    let length = try #require(reply.fields["content-length"].flatMap { Int($0) })
    #expect(reply.body.utf8.count == length / 2)
    #expect(reply.body.hasPrefix("{\"id\":"))
  }

  @Test func `An injected truncation cuts off an answer with an injected status too`() async throws
  {
    let shop = try await shop(with: "{\"status\": 500, \"break\": \"truncate\"}")
    let reply = try ShopServer.Reply(try await raw(shop))
    #expect(reply.status == 500)
    #expect(throws: (any Error).self) { try reply.json }
  }

  @Test func `Injected garbage replaces JSON with as many bytes that are not JSON`() async throws {
    let whole = try await ShopServer().get(.prices, Self.target)
    let shop = try await shop(with: "{\"break\": \"garbage\"}")
    let reply = try await shop.get(.prices, Self.target)
    #expect(reply.status == 200)
    #expect(reply.fields["content-type"] == "application/json")
    #expect(reply.fields["content-length"] == whole.fields["content-length"])
    #expect(throws: (any Error).self) { try reply.json }
  }

  @Test func `An injected reset closes the connection without an answer`() async throws {
    let shop = try await shop(with: "{\"break\": \"reset\"}")
    #expect(try await raw(shop) == "")
  }

  @Test
  func `A stop of the shop ends an answer that an injected fault lets hang`() async throws {
    let shop = try await shop(with: "{\"break\": \"hang\"}")
    let socket = try await onThread {
      let socket = try shop.connect(.prices)
      try socket.send("GET \(Self.target) HTTP/1.1\r\nHost: shop\r\n\r\n")
      return socket
    }
    try await hits(1, shop)
    async let stopped: Void = shop.stop()
    async let rest = onThread { (try? socket.receiveAll()) ?? "" }
    // The drain ends what hangs after two seconds of the shop's clock.
    try await waitUntil("the service is gone") { try await !isListening(shop) }
    shop.clock.advance(by: .seconds(3))
    #expect(try await rest == "")
    await stopped
  }

  private func isListening(_ shop: ShopServer) async throws -> Bool {
    try await onThread { (try? shop.connect(.prices)) != nil }
  }

  @Test(arguments: [("0.5", "FTFTFT"), ("0.25", "FFFTFF"), ("1", "TTTTTT"), ("0", "FFFFFF")])
  func `A fault with a share hits that share of the answers, evenly spread`(
    share: String,
    pattern: String
  ) async throws {
    let shop = try await shop(with: "{\"status\": 500, \"share\": \(share)}")
    var seen = ""
    for _ in 0..<6 {
      seen += try await shop.get(.prices, Self.target).status == 500 ? "T" : "F"
    }
    #expect(seen == pattern)
    let hits = try await shop.get(.prices, "/_faults").json["hits"].number
    #expect(hits == Double(pattern.filter { $0 == "T" }.count))
  }

  @Test func `A fault spares the health check unless told otherwise, and always its own resource`()
    async throws
  {
    let shop = try await shop(with: "{\"status\": 500}")
    #expect(try await shop.get(.prices, "/health").status == 200)
    let body = "{\"status\": 500, \"health\": true}"
    #expect(try await shop.send("PUT", .prices, "/_faults", body: body).status == 200)
    #expect(try await shop.get(.prices, "/health").status == 500)
    #expect(try await shop.get(.prices, "/_faults").status == 200)
  }

  @Test func `A fault is shown as it was put, and ends when it is deleted`() async throws {
    let fault =
      "{\"delay\":\"1500ms\",\"share\":0.5,\"status\":503,\"retryAfter\":3,\"break\":\"truncate\""
      + ",\"health\":true}"
    let shop = try await shop(with: fault)
    let shown = try await shop.get(.prices, "/_faults")
    #expect(shown.body == "{\"fault\":\(fault),\"hits\":0}\n")
    let ended = try await shop.send("DELETE", .prices, "/_faults")
    #expect(ended.body == "{\"fault\":null,\"hits\":0}\n")
    #expect(try await shop.get(.prices, Self.target).status == 200)
  }

  @Test(arguments: [
    ("{\"delay\": \"5m\"}", "delay"), ("{\"delay\": 300}", "delay"),
    ("{\"delay\": \"-1s\"}", "delay"), ("{\"delay\": \"601s\"}", "delay"),
    ("{\"share\": 1.1}", "share"), ("{\"share\": \"all\"}", "share"),
    ("{\"status\": 200}", "status"), ("{\"status\": 600}", "status"),
    ("{\"break\": \"smash\"}", "break"), ("{\"health\": 1}", "health"),
    ("{\"retryAfter\": -1}", "retryAfter"), ("{\"chance\": 0.5}", "chance"),
  ])
  func `An invalid fault is refused with the place of its error, and injects nothing`(
    body: String,
    place: String
  ) async throws {
    let shop = try await ShopServer()
    let reply = try await shop.send("PUT", .prices, "/_faults", body: body)
    #expect(reply.status == 422)
    #expect(try reply.json["detail"].text?.hasPrefix("\(place) ") == true, "\(reply.body)")
    #expect(try await shop.get(.prices, Self.target).status == 200)
    let post = try await shop.send("POST", .prices, "/_faults", body: body)
    #expect(post.status == 405)
    #expect(post.fields["allow"] == "GET, HEAD, PUT, DELETE")
  }
}
