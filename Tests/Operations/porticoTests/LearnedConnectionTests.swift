// SPDX-License-Identifier: Apache-2.0

import Files
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend without TLS` {
  private static let answer = """
    HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"of":17}
    """

  @Test(arguments: ["", #", protocol: "http/1.1""#])
  func `Ten calls of a plan at once try HTTP/2, unless their backend declares HTTP/1.1`(
    declared: String
  ) async throws {
    let (tried, tries) = AsyncStream.makeStream(of: Void.self)
    let service = try ScriptedServer { socket, _ in
      while true {
        let head = try socket.receive(through: "\r\n\r\n")
        if head.hasPrefix("PRI ") {
          tries.yield()
          return
        }
        try socket.send(Self.answer)
      }
    }
    let sites = ServedSites()
    try sites.write(
      "shop",
      #"backends: { b: { addresses: "http://\#(service.address)", timeout: "60s"\#(declared) } }"#
    )
    let calls = (0..<10).map { #"c\#($0): { backend: "b", path: "/\#($0)/{id}" }"# }
    try Files.makeFolder("\(sites.folder)/shop/Content/items")
    try sites.put(
      """
      {
        datatype: "item", budget: "60s", calls: { \(calls.joined(separator: ", ")) },
        body: { \((0..<10).map { #"c\#($0): { $pick: "$.c\#($0).of" }"# }.joined(separator: ", ")) },
      }
      """,
      at: "shop/Content/items/{id}.json5"
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, _) = try await command.addresses()
    for number in 0..<5 {
      let path = "/en/items/\(number)"
      let answer = PlainAnswer(try await RunningCommand.ask("GET \(path)", at: visitors))
      #expect(answer.status == "200")
    }
    if declared.isEmpty {
      for await _ in tried { break }
    } else {
      tries.finish()
      #expect(await tried.reduce(0) { count, _ in count + 1 } == 0)
    }
    withExtendedLifetime(command) {}
    service.stop()
  }
}
