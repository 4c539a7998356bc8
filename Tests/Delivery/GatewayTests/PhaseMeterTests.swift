// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import LoopTesting
import Reactor
import Signals
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5))) struct `The phases of a request` {
  private func counts(_ registry: SignalRegistry) -> [String: UInt64] {
    let family = registry.snapshot()["portico_request_phase_duration_seconds"]
    var counts: [String: UInt64] = [:]
    for series in family?.series ?? [] {
      guard case .histogram(let values) = series.value, values.count > 0 else { continue }
      counts[series.labelValues.joined(separator: " ")] = values.count
    }
    return counts
  }

  /// Answers some requests on a loop, each of which takes a millisecond in one phase.
  private func answer(_ requests: Int, in registry: SignalRegistry) async throws {
    let clock = ManualClock()
    let loop = try RunningLoop(clock: .manual(clock))
    let failure: SignalFault? = await loop.perform { core in
      do throws(SignalFault) {
        let wire = WireTimes(on: core)
        let meter = PhaseMeter(try PhaseSignals(registry), try registry.makeShard(), wire, on: core)
        for _ in 0..<requests {
          wire.beginParsing()
          clock.advance(by: .milliseconds(2))
          meter.begin()
          clock.advance(by: .milliseconds(1))
          meter.ended(.recall)
          meter.ended(.deliver)
          meter.finish("home")
        }
        return nil
      } catch {
        return error
      }
    }
    #expect(failure == nil)
    loop.stop()
  }

  @Test func `The phases of a request without a wait are measured once in 64`() async throws {
    let registry = try SignalRegistry()
    try await answer(129, in: registry)
    #expect(
      counts(registry)
        == ["/home queue": 3, "/home parse": 3, "/home recall": 3, "/home deliver": 3]
    )
    let family = registry.snapshot()["portico_request_phase_duration_seconds"]
    guard case .histogram(let recall)? = family?["/home", "recall"] else { return }
    #expect(recall.minimum == 0.001 && recall.maximum == 0.001)
    guard case .histogram(let parse)? = family?["/home", "parse"] else { return }
    #expect(parse.minimum == 0.002 && parse.maximum == 0.002)
  }

  @Test func `The phases of kept answers last until they are written, for one request in 64`()
    async throws
  {
    let server = try await SiteServer(["home": #"{ datatype: "screen", body: { a: 1 } }"#])
    for _ in 0..<129 { #expect(try await server.get("/home").status == 200) }
    try await server.settle()
    let counts = counts(server.signals)
    for phase in ["queue", "parse", "recall", "deliver", "write"] {
      #expect(counts["/home \(phase)"] == 3, "\(phase)")
    }
  }

  @Test func `The phases of a composed answer are measured each time it is made`() async throws {
    let service = try await SampleService()
    let text = String(repeating: "A long description. ", count: 40)
    service.says(.init(#"{"text":"\#(text)"}"#), to: "/items/7")
    service.says(.init(#"{"text":"short"}"#), to: "/items/8")
    let plan = """
      {
        datatype: "product", ttl: 600,
        calls: { item: { backend: "shop", path: "/items/{id}", freshness: { ttl: 600 } } },
        body: { text: { $pick: "$.item.text" } },
      }
      """
    let server = try await SiteServer(
      ["products/{id}": plan],
      settings: """
        {
          languages: { published: ["en"], source: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """
    )
    for _ in 0..<2 {
      for path in ["/products/7", "/products/8"] {
        #expect(try await server.get(path, ["Accept-Encoding": "gzip"]).status == 200)
      }
    }
    try await server.settle()
    // The first request is the one in 64 that is measured before it waits.
    let counts = counts(server.signals)
    for phase in ["queue", "parse", "limit", "recall", "route", "recognize", "lookup", "encode"] {
      #expect(counts["/products/{id} \(phase)"] == 1, "\(phase)")
    }
    for phase in ["calls", "compose", "write"] {
      #expect(counts["/products/{id} \(phase)"] == 2, "\(phase)")
    }
    #expect(counts.keys.allSatisfy { $0.hasPrefix("/products/{id} ") })
    withExtendedLifetime(service) {}
  }
}
