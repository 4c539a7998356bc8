// SPDX-License-Identifier: Apache-2.0

import Bytes
import FlowerShop

/// The command line options.
enum ShopOptions {
  case help
  case run(Shop.Configuration)

  init(_ words: ArraySlice<String>) throws(PlainError) {
    guard !words.contains("--help"), let command = words.first, command != "help" else {
      self = .help
      return
    }
    guard command == "run" else { throw PlainError("there is no command \(command)") }
    var values: [String: String] = [:]
    var rest = words.dropFirst()
    while let name = rest.popFirst() {
      guard ["--first-port", "--only"].contains(name) else {
        throw PlainError("\(name) is not known")
      }
      guard let value = rest.popFirst() else { throw PlainError("\(name) needs a value") }
      guard values.updateValue(value, forKey: name) == nil else {
        throw PlainError("\(name) is there twice")
      }
    }
    self = .run(try ShopOptions.configuration(values))
  }

  private static func configuration(
    _ values: [String: String]
  ) throws(PlainError) -> Shop.Configuration {
    var configuration = Shop.Configuration()
    if let text = values["--first-port"] {
      let last = UInt16.max - UInt16(ServiceName.allCases.count) + 1
      guard let port = UInt16(text), port <= last else {
        throw PlainError("--first-port is \(text), expected 0 to \(last)")
      }
      configuration.firstPort = port
    }
    if let text = values["--only"] {
      var services: [ServiceName] = []
      for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
        guard let service = ServiceName(rawValue: name) else {
          let names = ServiceName.allCases.map(\.rawValue).joined(separator: ", ")
          throw PlainError("--only has \(name), expected some of \(names)")
        }
        services.append(service)
      }
      configuration.services = services
    }
    return configuration
  }
}
