// SPDX-License-Identifier: Apache-2.0

import Commands
import Serving

extension ServeCommand {
  static let gatewayOptions = [
    OptionDefinition(
      name: "gateway",
      value: "[NAME=]URL",
      summary: "Compare with the gateway whose operators' listener has this address; for --admin",
      repeats: true
    ),
    OptionDefinition(
      name: "gateway-token",
      value: "FILE",
      summary: "The token with which other gateways are asked; the role viewer is enough",
      fallback: "no token"
    ),
  ]

  /// Reads the other gateways, and the file with the token for them.
  static func gateways(
    _ arguments: Arguments
  ) throws(UsageError) -> (gateways: [OtherGateways.Settings], token: String?) {
    let (texts, token) = (arguments.all("gateway"), arguments.value("gateway-token"))
    guard !texts.isEmpty else {
      guard token == nil else {
        throw UsageError("--gateway-token is for --gateway, which is not given", definition)
      }
      return ([], nil)
    }
    guard arguments.has("admin") else {
      throw UsageError("--gateway is for --admin, which is not given", definition)
    }
    guard texts.count <= OtherGateways.most else {
      throw UsageError(
        "--gateway is given \(texts.count) times; expected at most \(OtherGateways.most)",
        definition
      )
    }
    var gateways: [OtherGateways.Settings] = []
    for text in texts {
      guard let gateway = OtherGateways.Settings(text) else {
        throw UsageError(
          "--gateway is \(text), expected an address such as http://10.0.0.6:8081, or"
            + " berlin=http://10.0.0.6:8081",
          definition
        )
      }
      guard !gateways.contains(where: { $0.name == gateway.name }) else {
        throw UsageError("--gateway names \(gateway.name) twice", definition)
      }
      gateways.append(gateway)
    }
    return (gateways, token)
  }
}
