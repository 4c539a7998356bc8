// SPDX-License-Identifier: Apache-2.0

import Commands
import Serving

extension ServeCommand {
  static let gatewayOptions = [
    Option(
      "gateway [NAME=]URL",
      "Compare with the gateway whose operators' listener has this address; for --admin",
      repeats: true
    ),
    Option(
      "gateway-token FILE",
      "The token with which other gateways are asked; the role viewer is enough",
      fallback: "no token"
    ),
  ]

  /// Reads the other gateways, and the file with the token for them.
  static func gateways(
    _ arguments: Arguments
  ) throws(UsageError) -> (gateways: [OtherGateways.Settings], token: String?) {
    try arguments.check("gateway-token", need: "gateway")
    try arguments.check("gateway", need: "admin")
    let texts = arguments.all("gateway")
    guard texts.count <= OtherGateways.most else {
      throw UsageError(
        "--gateway is given \(texts.count) times; expected at most \(OtherGateways.most)"
      )
    }
    let gateways = try arguments.values(
      "gateway",
      expected: "an address such as http://10.0.0.6:8081, or berlin=http://10.0.0.6:8081"
    ) { OtherGateways.Settings($0) }
    var names: Set<String> = []
    for gateway in gateways where !names.insert(gateway.name).inserted {
      throw UsageError("--gateway names \(gateway.name) twice")
    }
    return (gateways, arguments.value("gateway-token"))
  }
}
