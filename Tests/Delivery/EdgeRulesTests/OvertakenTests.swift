// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import EdgeRules
import Edges
import Editions
import Glibc
import LoopTesting
import SiteTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A real Varnish in front of an overtaken answer` {
  /// A site whose service a test holds.
  private static func settings(_ stub: StubOrigin) -> String {
    """
    {
      languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
      edges: { cdn: { kind: "varnish", peers: ["127.0.0.0/8"] } },
      backends: { shop: { addresses: ["http://127.0.0.1:\(stub.settings.originPort)"] } },
      passes: {
        "/kept": { backend: "shop", cache: "standard" }, "/plain": { backend: "shop" },
      },
    }
    """
  }

  private static func document(_ title: String) -> String {
    """
    {
      datatype: "item", ttl: 3600, staleWhileRevalidate: 600, staleIfError: 600,
      calls: { item: { backend: "shop", path: "/rose", tags: ["roses"] } },
      body: { title: "\(title)", answer: { $pick: "$.item" } },
    }
    """
  }

  @Test(arguments: ["/en/rose", "/kept/a", "/plain/a", "a publication"])
  func `Varnish keeps nothing for longer than a second that a purge or a publication overtook`(
    _ kind: String
  ) async throws {
    let stub = try StubOrigin()
    stub.answer {
      $0.body = ""
      $0.fields = [
        "Cache-Control": "public, max-age=3600, stale-while-revalidate=600",
        "Content-Type": "application/json", "Surrogate-Key": "roses",
      ]
    }
    let origin = try await EdgeOrigin(["rose": Self.document("A")], settings: Self.settings(stub))
    var settings = origin.settings
    settings.purgers = ["127.0.0.1"]
    let edge = try await EdgeProcess.start(.varnish, origin.rules(), settings)
    let isPublished = kind == "a publication"
    let path = isPublished ? "/en/rose" : kind
    try await onThread { [edge, origin, stub] in
      let (visitor, purger) = (try HTTPDialogue(edge.address), try HTTPDialogue(edge.address))
      stub.hold()
      try visitor.ask(path)
      try blockUntil("the service is asked") { !stub.requests.isEmpty }
      let now = UnixTime(seconds: Int64(time(nil)))
      if isPublished {
        origin.site.write(Self.document("B"), to: "Content/rose.json5")
        #expect(origin.publisher.refresh(at: now).isNew)
      } else {
        let tag = try #require(TagName("roses"))
        origin.store.purge(.tag(tag), .hard, at: now.seconds * 1_000)
      }
      #expect(try purger.get(path, method: "PURGE").status == 200)
      stub.release()
      let old = try visitor.reply()
      #expect(old.status == 200, "\(old)")
      try ask(until: {
        let reply = try visitor.get(path)
        return reply.text != old.text && (!isPublished || reply.text.contains("\"B\""))
      })
    }
  }
}
