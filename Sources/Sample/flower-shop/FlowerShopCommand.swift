// SPDX-License-Identifier: Apache-2.0

import Bytes
import FlowerShop
import Glibc
import Reactor

/// `flower-shop`: runs the sample shop's services until it is stopped.
@main
struct FlowerShopCommand {
  private static let help = """
    usage: flower-shop run [--first-port PORT] [--only NAMES]

    Runs the services of a flower shop on the loopback address, each on a port of its own, until
    SIGTERM or SIGINT. Their data is in memory, and begins anew with each start.

      --first-port PORT  the port of the first service; the others follow. 0: any (default: \
    \(Shop.Configuration().firstPort))
      --only NAMES       some of: \(ServiceName.allCases.map(\.rawValue).joined(separator: ","))

    Examples:
      flower-shop run
      flower-shop run --first-port 0 --only catalog,prices

    """

  static func main() async {
    ProcessSignals.ignoreBrokenPipes()
    do throws(PlainError) {
      switch try ShopOptions(CommandLine.arguments.dropFirst()) {
      case .help: StandardStream.output.write(help)
      case .run(let configuration): exit(await run(configuration))
      }
    } catch {
      StandardStream.errors.write("flower-shop: \(error)\nTry `flower-shop --help`.\n")
      exit(2)
    }
  }

  private static func run(_ configuration: Shop.Configuration) async -> Int32 {
    do {
      let group = try LoopGroup(count: 1, name: "shop")
      let loop = group.loops[0]
      // Before the shop is announced, so that no signal is missed.
      let signals = try await loop.perform { core in
        LoopConfined(try StopSignals(on: core), to: loop.number)
      }
      let shop = try await Shop.start(configuration, on: group)
      for place in shop.places {
        StandardStream.output.write("\(place.name.rawValue) http://\(place.address)/\n")
      }
      await withCheckedContinuation { continuation in
        loop.execute { signals.value.onStop { continuation.resume() } }
      }
      await shop.stop()
      group.stop()
      return 0
    } catch {
      StandardStream.errors.write("flower-shop: \(error)\n")
      return 1
    }
  }
}
