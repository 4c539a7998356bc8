// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A navigator` {
  private let service = Service()
  private let navigator: Navigator

  init() throws {
    let url = try #require(WebAddress("https://shop.example/config"))
    let service = service
    let client = Client(
      Environment(name: "production", configURL: url),
      transport: service,
      clock: { service.now }
    )
    var datatypes = Datatypes()
    datatypes.register(Item.self)
    navigator = Navigator(at: url, datatypes, device: "phone") {
      let config = try await client.launch("/config", policy: .networkFirst).answer.document
      return config?["home"]?.string ?? ""
    } load: { link in
      Component(try #require(try await client.launch(link).answer.document))
    }
    document("/config", #"{"datatype":"config","home":"/en/home"}"#)
    document("/en/home", #"{"datatype":"screen","title":"Home"}"#)
  }

  private func document(_ target: String, status: Int = 200, _ json: String) {
    service.answer(target, status: status, [:], json)
  }

  /// Declares a screen by its title and its ways on.
  private func step(_ name: String, on: String? = nil, out: String? = nil) {
    let ways =
      (on.map { #","continueURL":"/en/\#($0)""# } ?? "")
      + (out.map { #","cancelURL":"/en/\#($0)""# } ?? "")
    document("/en/\(name)", #"{"datatype":"screen","title":"\#(name)"\#(ways)}"#)
  }

  private var title: String? { navigator.state.screen?.document.title }
  private var trail: [String?] {
    navigator.state.previous.map(\.document.title) + [title]
  }

  private func proceed() async throws {
    await navigator.perform(try #require(navigator.state.screen?.proceed))
  }

  private func cancel() async throws {
    await navigator.perform(try #require(navigator.state.screen?.cancel))
  }

  @Test func `The first screen is the home of the config`() async {
    #expect(navigator.state.screen == nil)
    await navigator.start()
    #expect(title == "Home")
    #expect(service.requests.map(\.address.target) == ["/config", "/en/home"])
    #expect(navigator.state.loading == nil)
  }

  @Test func `Links lead to screens that one can leave again`() async {
    step("items")
    await navigator.start()
    await navigator.open("/en/items")
    #expect(trail == ["Home", "items"])
    await navigator.open("/en/items")
    #expect(trail == ["Home", "items"])
    navigator.goBack()
    #expect(trail == ["Home"])
    navigator.goBack()
    #expect(trail == ["Home"])
  }

  @Test func `A flow leads from step to step, and its end leaves no way back into it`() async throws
  {
    step("cart", on: "address", out: "home")
    step("address", on: "pay", out: "cart")
    step("pay", on: "thanks", out: "cart")
    step("thanks", out: "home")
    step("home")
    await navigator.start()
    await navigator.open("/en/cart")
    navigator.set("Rose", for: "name")
    try await proceed()
    try await proceed()
    #expect(trail == ["home", "cart", "address", "pay"])
    #expect(navigator.state.values == ["name": "Rose"])
    navigator.goBack()
    #expect(trail == ["home", "cart", "address"])
    try await proceed()
    try await proceed()
    #expect(trail == ["home", "thanks"])
    #expect(navigator.state.values == [:])
    try await cancel()
    #expect(trail == ["home"])
  }

  @Test func `Steps that the server adds or removes come or stay away without a release`()
    async throws
  {
    step("cart", on: "pay")
    step("pay", on: "thanks")
    step("thanks")
    await navigator.start()
    await navigator.open("/en/cart")
    step("cart", on: "gift")
    step("gift", on: "wrap")
    step("wrap", on: "pay")
    await navigator.reload()
    for expected in ["gift", "wrap", "pay"] {
      try await proceed()
      #expect(title == expected)
    }
    // The step of the payment is dropped while somebody is in the flow.
    navigator.goBack()
    step("wrap", on: "thanks")
    await navigator.reload()
    try await proceed()
    #expect(trail == ["Home", "thanks"])
  }

  @Test func `Cancelling goes back to a screen that was there, or else leaves the whole flow`()
    async throws
  {
    step("cart", on: "address", out: "home")
    step("address", on: "pay", out: "cart?from=address")
    step("cart?from=address", on: "address", out: "elsewhere")
    step("elsewhere")
    await navigator.start()
    await navigator.open("/en/cart")
    navigator.set("Rose", for: "name")
    try await proceed()
    try await cancel()
    #expect(trail == ["Home", "cart?from=address"])
    // Who goes back to the first step finds what was entered.
    #expect(navigator.state.values == ["name": "Rose"])
    try await proceed()
    #expect(trail == ["Home", "cart?from=address", "address"])
    navigator.goBack()
    try await cancel()
    #expect(trail == ["Home", "elsewhere"])
    #expect(navigator.state.values == [:])
  }

  @Test func `A choice is a step by its own link`() async throws {
    document(
      "/en/delivery",
      #"{"datatype":"form","title":"delivery","continueURL":"/en/pay","rows":[{"datatype":"choice","key":"express","url":"/en/express"}]}"#
    )
    step("express", on: "pay")
    step("pay")
    await navigator.start()
    await navigator.open("/en/delivery")
    await navigator.perform(try #require(navigator.state.screen?.rows.first?.action))
    #expect(trail == ["Home", "delivery", "express"])
    try await proceed()
    #expect(trail == ["Home", "pay"])
  }

  @Test func `A step that leads around comes back to itself, and no trail grows`() async throws {
    step("a", on: "b")
    step("b", on: "a")
    await navigator.start()
    await navigator.open("/en/a")
    for _ in 0..<9 { try await proceed() }
    #expect(trail == ["Home", "a", "b"])
  }

  @Test func `An embedded document is shown as the light view until the heavy one has come`()
    async throws
  {
    document(
      "/en/home",
      #"{"datatype":"screen","title":"Home","rows":[{"datatype":"item","title":"Roses","priceText":"$40","_url":"/en/items/7"}]}"#
    )
    document("/en/items/7", #"{"datatype":"item","title":"Roses","text":"Long"}"#)
    await navigator.start()
    let row = try #require(navigator.state.screen?.rows.first)
    let action = try #require(row.action)
    var states = navigator.changes.makeAsyncIterator()
    _ = await states.next()
    service.hold()
    let navigator = navigator
    let performed = Task { await navigator.perform(action, showing: row.component) }
    let light = try #require(await states.next())
    #expect(light.screen?.model?.valueText == "$40")
    #expect(light.screen?.document.text == nil)
    #expect(light.loading?.target == "/en/items/7")
    let isLight = if case .light = light.screen?.condition { true } else { false }
    #expect(isLight)
    await eventually { service.heldCount > 0 }
    service.letGo()
    #expect(await performed.value)
    #expect(navigator.state.screen?.document.text == "Long")
    #expect(navigator.state.screen?.model?.valueText == nil)
    #expect(trail == ["Home", "Roses"])
  }

  @Test func `A light view stays, and says why, while the heavy one cannot be had`() async throws {
    document(
      "/en/home",
      #"{"title":"Home","rows":[{"datatype":"item","title":"Roses","_url":"/en/items/7"}]}"#
    )
    await navigator.start()
    let row = try #require(navigator.state.screen?.rows.first)
    await navigator.perform(try #require(row.action), showing: row.component)
    #expect(title == "Roses")
    #expect(navigator.state.screen?.failure?.kind == .unreachable)
    #expect(navigator.state.screen?.isError == false)
    document("/en/items/7", #"{"datatype":"item","title":"Roses","text":"Long"}"#)
    await navigator.reload()
    #expect(navigator.state.screen?.document.text == "Long")
    #expect(navigator.state.screen?.failure == nil)
    #expect(trail == ["Home", "Roses"])
  }

  @Test func `A document that comes for an error is the screen, and its link starts again`()
    async throws
  {
    document(
      "/en/cart",
      status: 404,
      #"{"datatype":"screen","title":"Sold out","continueURL":"/config"}"#
    )
    step("items")
    await navigator.start()
    await navigator.open("/en/items")
    await navigator.open("/en/cart")
    #expect(trail == ["Home", "items", "Sold out"])
    #expect(navigator.state.screen?.isError == true)
    #expect(navigator.state.screen?.failure?.status == 404)
    try await proceed()
    #expect(trail == ["Home"])
    #expect(service.requests.last?.address.target == "/en/home")
  }

  @Test func `A problem without a document of the site is a screen of the datatype error`()
    async throws
  {
    document(
      "/en/review",
      status: 400,
      #"{"type":"urn:portico:problem:broken-flow","title":"Bad Request","status":400,"detail":"flow: expected a link","continueURL":"/config"}"#
    )
    await navigator.start()
    await navigator.open("/en/review")
    let screen = try #require(navigator.state.screen)
    #expect(screen.document.datatype == "error")
    #expect(screen.document.kind == "wrongRequest")
    #expect(screen.document.text == "flow: expected a link")
    try await proceed()
    #expect(trail == ["Home"])
    // Without any document the failure's own words and way on are shown.
    service.answer("/en/gone") { _ in WireResponse(status: 410) }
    await navigator.open("/en/gone")
    #expect(navigator.state.screen?.document.kind == "gone")
    try await proceed()
    #expect(trail == ["Home"])
  }

  @Test func `Nobody goes back to an error, and the steps before it stay`() async throws {
    step("cart", on: "address")
    step("thanks")
    await navigator.start()
    await navigator.open("/en/cart")
    try await proceed()
    #expect(navigator.state.screen?.document.kind == "unreachable")
    #expect(navigator.state.previous.map(\.document.title) == ["Home", "cart"])
    step("address", on: "thanks")
    await navigator.reload()
    #expect(trail == ["Home", "cart", "address"])
    try await proceed()
    #expect(trail == ["Home", "thanks"])
    await navigator.open("/en/nothing")
    await navigator.open("/en/cart")
    #expect(trail == ["Home", "thanks", "cart"])
  }

  @Test func `A closed site says so as content, and when to ask again`() async {
    document(
      "/en/items",
      status: 503,
      #"{"datatype":"maintenance","message":"Back at noon","_retryAfter":"30","continueURL":"/config"}"#
    )
    await navigator.start()
    await navigator.open("/en/items")
    #expect(navigator.state.screen?.isKnown == true)
    #expect(navigator.state.screen?.document.text == "Back at noon")
    #expect(navigator.state.screen?.document.retryAfter == 30)
  }

  @Test func `A screen stays while its document cannot be loaded again`() async {
    await navigator.start()
    service.answer("/en/home") { _ in throw Service.Down() }
    await navigator.reload()
    #expect(title == "Home")
    #expect(navigator.state.screen?.failure?.kind == .unreachable)
    document("/en/home", status: 404, #"{"title":"Not Found"}"#)
    await navigator.reload()
    #expect(navigator.state.screen?.isError == true)
  }

  @Test func `Without a config there is an error, and the next start is the first`() async {
    service.answer("/config") { _ in throw Service.Down() }
    await navigator.start()
    #expect(navigator.state.screen?.document.kind == "unreachable")
    document("/config", #"{"datatype":"config","home":"/en/home"}"#)
    await navigator.reload()
    #expect(trail == ["Home"])
  }

  @Test func `An answer that comes after the user went elsewhere changes nothing`() async throws {
    step("slow")
    step("items")
    await navigator.start()
    service.hold()
    let navigator = navigator
    let slow = Task { await navigator.open("/en/slow") }
    await eventually { service.heldCount > 0 }
    navigator.goBack()
    #expect(navigator.state.loading == nil)
    service.letGo()
    await slow.value
    #expect(trail == ["Home"])
    await navigator.open("/en/items")
    #expect(trail == ["Home", "items"])
  }

  @Test func `A cancelled load changes nothing`() async throws {
    await navigator.start()
    service.hold()
    let navigator = navigator
    let slow = Task { await navigator.open("/en/slow") }
    await eventually { service.heldCount > 0 }
    slow.cancel()
    service.letGo()
    await slow.value
    #expect(navigator.state.loading == nil)
  }

  @Test func `The app itself performs actions that lead out of the screens`() async throws {
    await navigator.start()
    let address = try #require(WebAddress("https://shop.example/en/store"))
    #expect(await navigator.perform(.show("StoreView", address)) == false)
    #expect(await navigator.perform(.openOutside("tel:+1")) == false)
    #expect(trail == ["Home"])
  }

  @Test func `Content may change between screens and flows, and never within a flow`() async throws
  {
    let url = try #require(WebAddress("https://shop.example/config"))
    let documents: [String: JSONValue] = [
      "/a": ["title": "a"], "/cart": ["continueURL": "/pay"], "/pay": ["continueURL": "/thanks"],
      "/thanks": ["title": "thanks"],
    ]
    let told = Locked<[String]>([])
    let navigator = Navigator(
      at: url,
      firstLink: { "/a" },
      load: { link in
        let target = String(link.dropFirst("https://shop.example".count))
        told.withLock { $0.append(target) }
        guard let document = documents[target] else { throw Service.Down() }
        return Component(document)
      },
      betweenFlows: { told.withLock { $0.append("-") } }
    )
    await navigator.start()
    await navigator.open("/cart")
    for _ in 0..<2 { await navigator.perform(try #require(navigator.state.screen?.proceed)) }
    await navigator.open("/a")
    #expect(told.withLock { $0 } == ["-", "/a", "-", "/cart", "/pay", "/thanks", "-", "/a"])
    // A step that fails is one of the flow still.
    await navigator.open("/cart")
    await navigator.perform(.proceed(try #require(url.resolving("/nothing"))))
    told.withLock { $0 = [] }
    await navigator.reload()
    #expect(told.withLock { $0 } == ["/nothing"])
  }

  @Test func `Observers get the state at once, and end with the navigator`() async throws {
    let url = try #require(WebAddress("https://shop.example/config"))
    var navigator: Navigator? = Navigator(
      at: url,
      firstLink: { "/a" },
      load: { _ in Component(["title": "A"]) }
    )
    let changes = try #require(navigator?.changes)
    await navigator?.start()
    navigator = nil
    var titles: [String?] = []
    for await state in changes { titles.append(state.screen?.document.title) }
    #expect(titles == ["A"])
  }
}
