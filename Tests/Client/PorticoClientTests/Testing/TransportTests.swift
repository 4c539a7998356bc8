// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Transports for tests` {
  private let service = ScriptedTransport()
  private let address: WebAddress

  init() throws {
    address = try #require(WebAddress("https://shop.example/notes?token=t-1&page=2"))
    service.answer(
      "/notes?token=t-1&page=2",
      ["ETag": "\"1\"", "Set-Cookie": "s=1"],
      #"{"a":"é\n"}"#
    )
  }

  private func body(_ response: WireResponse) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in response.body { bytes += piece }
    return bytes
  }

  @Test func `A recording plays what was recorded, in its order, and then the last answer`()
    async throws
  {
    let recorder = RecordedTransport(recording: service)
    let first = try await body(recorder.send(WireRequest("GET", address)))
    service.answer(address.target, status: 404, [:], "{}")
    _ = try await body(recorder.send(WireRequest("GET", address)))
    let player = try RecordedTransport(playing: recorder.jsonLines)
    #expect(player.exchanges == recorder.exchanges)
    let played = try await player.send(WireRequest("GET", address))
    #expect(played.fields["ETag"] == "\"1\"")
    #expect(try await body(played) == first)
    for _ in 0..<2 {
      #expect(try await player.send(WireRequest("GET", address)).status == 404)
    }
    await #expect(throws: RequestError.self) {
      try await player.send(WireRequest("POST", address))
    }
  }

  @Test func `Of secrets a recording has the names alone, and plays to whoever has others`()
    async throws
  {
    let recorder = RecordedTransport(recording: service)
    let request = WireRequest(
      "GET",
      address,
      fields: ["Authorization": "Bearer t-2", "Accept": "*/*"],
      body: ContiguousArray("t-3".utf8)
    )
    _ = try await body(recorder.send(request))
    let text = String(decoding: recorder.jsonLines, as: UTF8.self)
    for secret in ["t-1", "t-2", "t-3", "s=1"] { #expect(!text.contains(secret)) }
    let exchange = try #require(recorder.exchanges.first)
    #expect(exchange.requestFields.all.map(\.name) == ["authorization", "accept"])
    #expect(exchange.fields["set-cookie"] == "left-out")
    let other = try #require(WebAddress("https://shop.example/notes?token=t-9&page=2"))
    let player = try RecordedTransport(playing: recorder.jsonLines)
    #expect(try await player.send(WireRequest("GET", other)).status == 200)
  }

  @Test func `A body that is no text is recorded too, and a body that breaks off is not`()
    async throws
  {
    let image: [UInt8] = [0x89, 0x50, 0xFF, 0x00]
    service.answer("/image") { _ in WireResponse(status: 200, body: WireBody([image[...]])) }
    service.answer("/broken") { _ in
      WireResponse(status: 200, body: WireBody { throw Service.Down() })
    }
    let recorder = RecordedTransport(recording: service)
    let at = { try #require(address.resolving($0)) }
    _ = try await body(recorder.send(WireRequest("GET", at("/image"))))
    let broken = try await recorder.send(WireRequest("GET", at("/broken")))
    await #expect(throws: Service.Down.self) { try await body(broken) }
    let player = try RecordedTransport(playing: recorder.jsonLines)
    #expect(player.exchanges.count == 1)
    #expect(try await body(player.send(WireRequest("GET", at("/image")))) == image)
  }

  @Test(arguments: [
    "{", "{}",
    #"{"method":"GET","address":"a","request":[["a"]],"fields":[],"status":200,"body":""}"#,
    #"{"method":"GET","address":"a","request":[],"fields":[],"status":200,"bytes":"0"}"#,
    #"{"method":"GET","address":"a","request":[],"fields":[],"status":200,"bytes":"0g"}"#,
  ])
  func `A line that is no exchange is told by its number`(line: String) {
    let good = #"{"method":"GET","address":"a","request":[],"fields":[],"status":200,"body":""}"#
    let error = #expect(throws: RequestError.self) {
      try RecordedTransport(playing: (good + "\n" + line).utf8)
    }
    #expect(error?.address == "line 2")
  }

  @Test func `A network that is off, and an address that is not in the script, reach nobody`()
    async throws
  {
    for transport in [OfflineTransport(), ScriptedTransport()] as [any Transport] {
      let environment = Environment(name: "test", configURL: address)
      let handle = Client(environment, transport: transport).launch("/notes")
      let error = await #expect(throws: RequestError.self) { try await handle.answer }
      #expect(error?.kind == .unreachable)
      #expect(error?.task == handle.id)
    }
  }
}
