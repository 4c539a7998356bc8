// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Foundation
import LoopTesting
import Testing

// An app, an edge and the gateway let go of an answer in the same second. This takes real time: a
// clock that a test moves is no use to Varnish and nginx.

@Suite(.timeLimit(.minutes(5))) struct `The expiry of an answer` {
  private static func time() -> Int64 { Int64(Date().timeIntervalSince1970) }

  /// The expiry that an answer states.
  private struct Told {
    let body: Int64
    let expires: Int64
    /// The instant that `Date`, `Age` and `max-age` result in.
    let sum: Int64
    /// The time at which the edge sent it, by its own clock.
    let sent: Int64

    private static func seconds(_ text: String?) -> Int64? {
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
      return text.flatMap { format.date(from: $0) }.map { Int64($0.timeIntervalSince1970) }
    }

    init(_ reply: HTTPDialogue.Reply) throws {
      let expire = try #require(reply.text.firstMatch(of: /"_expire":"([0-9]+)"/)?.1)
      body = try #require(Int64(expire))
      let date = try #require(Told.seconds(reply.fields["date"]))
      expires = try #require(Told.seconds(reply.fields["expires"]))
      let control = try #require(reply.fields["cache-control"])
      let digits = try #require(control.firstMatch(of: /max-age=([0-9]+)/)?.1)
      let age = try #require(Int64(digits))
      // A cache that keeps the origin's Date says by Age how long ago that was.
      sent = date + (Int64(reply.fields["age"] ?? "0") ?? 0)
      sum = sent - (Int64(reply.fields["age"] ?? "0") ?? 0) + age
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An answer expires in the same second in the app, the edge and the gateway`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    var files = EdgeSite.files
    files["brief"] = """
      { datatype: "a", ttl: 3, staleWhileRevalidate: 0, staleIfError: 0, body: { a: 1 } }
      """
    let origin = try await EdgeOrigin(files)
    let edge = try await EdgeProcess.start(kind, origin.rules(), origin.settings)
    // nginx counts from the second in which it hears of an answer, and keeps it through the last one.
    let grace: Int64 = kind == .nginx ? 1 : -1
    let (ends, hits) = try await onThread { [edge] in
      let dialogue = try HTTPDialogue(edge.address)
      var ends: Set<Int64> = []
      var hits = 0
      try ask(until: {
        let begun = Self.time()
        let reply = try dialogue.get("/brief")
        let done = Self.time()
        let told = try Told(reply)
        ends.insert(told.body)
        if reply.isHit { hits += 1 }
        #expect(begun <= told.body + grace, "\(begun) \(reply)")
        #expect(told.expires == told.body, "\(reply)")
        #expect(told.sum == told.body || kind == .nginx && begun >= told.body, "\(reply)")
        #expect(told.sent >= begun - 1 && told.sent <= done, "\(begun) \(done) \(reply)")
        return ends.count > 2
      })
      return (ends, hits)
    }
    #expect(ends.count == 3 && hits > 0)
  }
}
