// SPDX-License-Identifier: Apache-2.0

import Foundation
import PorticoClient
import PorticoClientSQLite

/// `python3 Tests/Benchmarks/client.py` runs this, one measurement a process: what the store of an app's client
/// costs, in processor time, memory and reads of files.
@main enum Clientbench {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch (words.first, words.dropFirst().first, words.dropFirst(2).first.flatMap { Int($0) }) {
    case ("ingest", let folder?, let count?): try await ingest(count, folder)
    case ("decode", let place?, let count?): try decode(count, place)
    case ("start", let folder?, _): try await start(folder)
    case ("read", _, let count?): try await read(count)
    case ("walk", let url?, let visitors?), ("sessions", let url?, let visitors?):
      guard let url = WebAddress(url) else { exit(2) }
      let usesSessions = words.first == "sessions"
      try await Walks(url: url, count: 4, scale: 4, usesSessions: usesSessions)
        .run(visitors: visitors)
    default:
      print(
        "usage: clientbench ingest FOLDER COUNT | decode - COUNT | start FOLDER | read - COUNT"
          + " | walk CONFIG-URL VISITORS | sessions CONFIG-URL VISITORS"
      )
      exit(2)
    }
  }

  private static let pieceSize = 16 << 10

  /// Takes objects in, a hundred thousand an answer.
  private static func take(
    _ count: Int,
    into store: ObjectStore,
    next: (inout Sample.Body) -> ArraySlice<UInt8>?
  ) async throws {
    for first in stride(from: 0, to: count, by: 100_000) {
      var body = Sample.Body(min(count - first, 100_000), from: first)
      var intake = Intake(of: "/v1/things/of/\(first)", task: "task-\(first)", into: store)
      while let piece = next(&body) {
        _ = try intake.read(piece)
        // As a client does it.
        await store.hasRoomOnDisk()
      }
      _ = try intake.finish()
    }
  }

  /// Streams an answer into a store that persists it, `memory` and `sqlite` as folders stand for other persistences.
  private static func ingest(_ count: Int, _ folder: String) async throws {
    let persistence: (any ObjectPersistence)? =
      switch folder {
      case "memory": nil
      case _ where folder.hasSuffix(".sqlite"): SQLitePersistence(path: folder)
      default: FilePersistence(folder: folder)
      }
    let store = ObjectStore(persistence: persistence)
    let before = Usage.now
    var (bytes, made) = (0, 0.0)
    try await take(count, into: store) { body in
      let piece = Usage.adding(to: &made) { body.next(pieceSize) }
      bytes += piece?.count ?? 0
      return piece
    }
    // The first screen of the next start.
    var screen = Intake(of: "/v1/notes?limit=50", task: "screen", into: store)
    _ = try screen.read(Sample.Body(50).all[...])
    _ = try screen.finish()
    var config = Intake(of: "/config", task: "config", into: store)
    _ = try config.read(ArraySlice(#"{"datatype":"config","home":"/v1/notes?limit=50"}"#.utf8))
    _ = try config.finish()
    try await store.synchronize()
    let after = Usage.now
    let seconds = after.seconds - before.seconds - made
    print("bytes \(bytes) cpu \(seconds) memory \(after.peak - before.peak)")
    withExtendedLifetime(store) {}
  }

  /// Decodes the same bytes by Foundation.
  private static func decode(_ count: Int, _ place: String) throws {
    let data = Data(Sample.Body(count).all)
    let before = Usage.now
    let things = try JSONDecoder().decode([Sample.Thing].self, from: data)
    let after = Usage.now
    print(
      "bytes \(data.count) cpu \(after.seconds - before.seconds) memory \(after.peak - before.peak)"
    )
    withExtendedLifetime(things) {}
  }

  /// Brings the config and the first screen from the disk, as the start of an app without a network does.
  private static func start(_ folder: String) async throws {
    let clock = ContinuousClock()
    let begin = clock.now
    let store = ObjectStore(persistence: FilePersistence(folder: folder))
    let made = clock.now
    let config = await store.load(["/config"])["/config"]
    let key = DisplayID.endpoint(EndpointKey("/v1/notes"))
    let snapshot = await store.load(key)
    let end = clock.now
    guard let config, config["home"]?.string != nil, let list = snapshot.collection(key),
      list.items.allSatisfy({ snapshot[$0]?["title"]?.string != nil }), list.items.count == 50
    else {
      print("the first screen is not there")
      exit(1)
    }
    print(
      "init \(begin.duration(to: made) / .milliseconds(1)) ms \(made.duration(to: end) / .milliseconds(1))"
    )
  }

  /// Reads objects of a store in an order that no cache of the processor foresees.
  private static func read(_ count: Int) async throws {
    let store = ObjectStore()
    try await take(count, into: store) { $0.next(pieceSize) }
    let snapshot = store.snapshot
    let ids = (0..<1_000).map { Sample.id(($0 &* 7_919) % count) }
    var found = 0
    var best = Double.infinity
    for _ in 0..<20 {
      let begin = Usage.now.seconds
      for _ in 0..<100 { for id in ids { found += snapshot[id] == nil ? 0 : 1 } }
      best = min(best, (Usage.now.seconds - begin) * 1e9 / 100_000)
    }
    print("found \(found) ns \(best)")
  }
}

/// What the process has used so far.
struct Usage {
  let seconds: Double
  /// The most memory at once, in bytes.
  let peak: Int

  static var now: Usage {
    var usage = rusage()
    // Safe: the call fills the structure and keeps nothing.
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    let seconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    return Usage(seconds: seconds, peak: usage.ru_maxrss * 1_024)
  }

  /// Leaves out the processor time of a function.
  static func adding<Value>(to sum: inout Double, _ body: () -> Value) -> Value {
    let begin = threadSeconds
    defer { sum += threadSeconds - begin }
    return body()
  }

  private static var threadSeconds: Double {
    var time = timespec()
    // Safe: the call fills the structure and keeps nothing.
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
