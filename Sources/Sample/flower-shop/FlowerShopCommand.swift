// SPDX-License-Identifier: Apache-2.0

import FlowerShop
import Glibc
import Reactor

/// `flower-shop`: runs the sample shop's services until a signal says to stop.
@main
struct FlowerShopCommand {
  private static let help = """
    usage: flower-shop run --state FOLDER [--first-port PORT] [--only NAMES]

    Runs the services of a flower shop on the loopback address, each on a port of its own, until
    SIGTERM or SIGINT.

      --state FOLDER     where the data is; it is made and filled when it is not there
      --first-port PORT  the port of the first service; the others follow. 0: any (default: \
    \(Shop.usualPort))
      --only NAMES       some of: \(ServiceName.allCases.map(\.rawValue).joined(separator: ","))

    Examples:
      flower-shop run --state /tmp/flowers
      flower-shop run --state /tmp/flowers --first-port 0 --only catalog,prices

    """

  static func main() async {
    ProcessSignals.ignoreBrokenPipes()
    do throws(ShopOptions.Misuse) {
      switch try ShopOptions(CommandLine.arguments.dropFirst()) {
      case .help: StandardStream.output.write(help)
      case .run(let configuration): exit(await run(configuration))
      }
    } catch {
      StandardStream.errors.write("flower-shop: \(error.reason)\nTry `flower-shop --help`.\n")
      exit(2)
    }
  }

  private static func run(_ configuration: Shop.Configuration) async -> Int32 {
    do {
      let group = try LoopGroup(count: 1, name: "shop")
      let shop = try await Shop.start(configuration, on: group)
      for place in shop.places {
        StandardStream.output.write("\(place.name.rawValue) http://\(place.address)/\n")
      }
      try await untilStopped(group.loops[0])
      try await shop.stop()
      group.stop()
      return 0
    } catch {
      StandardStream.errors.write("flower-shop: \(error)\n")
      return 1
    }
  }

  /// Waits for SIGTERM or SIGINT; the next one ends the process as usual.
  private static func untilStopped(_ loop: EventLoop) async throws {
    try await withCheckedThrowingContinuation { continuation in
      loop.execute {
        do throws(SystemError) {
          let waiting = SignalWait { continuation.resume() }
          waiting.signals = try ProcessSignals(on: loop.core) { request in
            if request == .stop { waiting.end() }
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}

/// Keeps listening for signals until one has come.
final class SignalWait {
  var signals: ProcessSignals?
  private var whenStopped: (() -> Void)?

  init(_ whenStopped: @escaping () -> Void) { self.whenStopped = whenStopped }

  func end() {
    signals?.close()
    let body = whenStopped
    whenStopped = nil
    body?()
  }
}
