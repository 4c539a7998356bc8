// SPDX-License-Identifier: Apache-2.0

import Bytes
import FlowerShop
import Glibc
import Reactor

/// `flower-shop`: runs the sample shop's services until it is stopped.
@main
struct FlowerShopCommand {
  private static let help = """
    usage: flower-shop run [--first-port PORT]

    Runs the services of a flower shop on the loopback address, each on a port of its own, until
    SIGTERM or SIGINT. Their data is in memory, and begins anew with each start.

      --first-port PORT  the port of the first service; the others follow. 0: any (default: \
    \(Shop.usualPort))

    """

  static func main() async {
    ProcessSignals.ignoreBrokenPipes()
    let words = Array(CommandLine.arguments.dropFirst())
    guard let command = words.first, !words.contains("--help") else {
      return StandardStream.output.write(help)
    }
    do {
      guard command == "run", let port = port(words.dropFirst()) else {
        let last = Int(UInt16.max) - ServiceName.allCases.count + 1
        StandardStream.errors.write(
          "flower-shop: \(words.joined(separator: " ")) is not known, expected run, or run --first-port"
            + " with a port of at most \(last)\n"
        )
        exit(2)
      }
      try await run(at: port)
    } catch {
      StandardStream.errors.write("flower-shop: \(error)\n")
      exit(1)
    }
  }

  /// The port that the options name, or the usual one; `nil` if they are not known.
  private static func port(_ options: ArraySlice<String>) -> UInt16? {
    guard let name = options.first else { return Shop.usualPort }
    guard name == "--first-port", options.count == 2,
      let port = options.last.flatMap({ UInt16($0) })
    else { return nil }
    return Int(port) + ServiceName.allCases.count - 1 <= UInt16.max ? port : nil
  }

  private static func run(at port: UInt16) async throws {
    let group = try LoopGroup(count: 1, name: "shop")
    let loop = group.loops[0]
    let (stops, stop) = AsyncStream.makeStream(of: Never.self)
    // Before the shop is announced, so that no signal is missed.
    let signals = try await loop.perform { core in
      let signals = try ProcessSignals(on: core) { if $0 == .stop { stop.finish() } }
      return LoopConfined(signals, to: loop.number)
    }
    let shop = try await Shop.start(firstPort: port, on: group)
    for place in shop.places {
      StandardStream.output.write("\(place.name.rawValue) http://\(place.address)/\n")
    }
    for await _ in stops {}
    // A second signal ends the process at once.
    loop.execute { signals.value.close() }
    await shop.stop()
    group.stop()
  }
}
