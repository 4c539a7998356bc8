// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A navigator of a session` {
  private let service = Service()
  private let client: Client

  init() throws {
    let url = try #require(WebAddress("https://shop.example/config"))
    let service = service
    client = Client(
      Environment(name: "production", configURL: url),
      transport: service,
      clock: { service.now }
    )
    publish("1")
  }

  /// Publishes an edition, whose documents say its name.
  private func publish(_ name: String) {
    let fields: WireFields = ["Cache-Control": "max-age=60"]
    service.answer("/config", fields, #"{"datatype":"config","home":"/home","name":"\#(name)"}"#)
    for (target, ways) in [
      ("/home", ""), ("/items", ""), ("/cart", #","continueURL":"/pay""#),
      ("/pay", #","continueURL":"/thanks""#), ("/thanks", ""),
    ] {
      service.answer(
        target,
        fields,
        #"{"datatype":"screen","title":"\#(target) \#(name)"\#(ways)}"#
      )
    }
  }

  private func title(_ navigator: Navigator) -> String? {
    navigator.state.screen?.document.title
  }

  @Test func `It begins at the home of the config, and shows a document as it did before`()
    async throws
  {
    let navigator = Navigator(try await client.start())
    await navigator.start()
    #expect(title(navigator) == "/home 1")
    let count = service.requests.count
    await navigator.open("/home")
    #expect(title(navigator) == "/home 1")
    #expect(service.requests.count == count)
  }

  @Test func `A newer edition is shown between flows, and by its documents, not by an error`()
    async throws
  {
    let session = try await client.start()
    let navigator = Navigator(session)
    await navigator.start()
    await navigator.open("/cart")
    publish("2")
    try await session.refresh()
    #expect(session.status.newer != nil)
    // What the old edition has not shown yet is gone, and comes from the newer one.
    await navigator.perform(try #require(navigator.state.screen?.proceed))
    #expect(title(navigator) == "/pay 2")
    await navigator.perform(try #require(navigator.state.screen?.proceed))
    #expect(title(navigator) == "/thanks 2")
    await navigator.open("/home")
    #expect(title(navigator) == "/home 2")
  }

  @Test func `A config without a home is told as an error`() async throws {
    service.answer("/config", [:], #"{"datatype":"config"}"#)
    let navigator = Navigator(try await client.start())
    await navigator.start()
    #expect(navigator.state.screen?.document.kind == "unreadable")
  }
}
