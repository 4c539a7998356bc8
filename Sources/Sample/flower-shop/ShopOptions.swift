// SPDX-License-Identifier: Apache-2.0

import FlowerShop

/// The command line options.
enum ShopOptions {
  case help
  case run(Shop.Configuration)

  /// The error of a wrong use of the command.
  struct Misuse: Error {
    let reason: String
  }

  init(_ words: ArraySlice<String>) throws(Misuse) {
    guard !words.contains("--help"), let command = words.first, command != "help" else {
      self = .help
      return
    }
    guard command == "run" else { throw Misuse(reason: "there is no command \(command)") }
    var values: [String: String] = [:]
    var rest = words.dropFirst()
    while let name = rest.popFirst() {
      guard ["--first-port", "--only"].contains(name) else {
        throw Misuse(reason: "\(name) is not known")
      }
      guard let value = rest.popFirst() else { throw Misuse(reason: "\(name) needs a value") }
      guard values.updateValue(value, forKey: name) == nil else {
        throw Misuse(reason: "\(name) is there twice")
      }
    }
    self = .run(try ShopOptions.configuration(values))
  }

  private static func configuration(
    _ values: [String: String]
  ) throws(Misuse) -> Shop.Configuration {
    var configuration = Shop.Configuration()
    if let text = values["--first-port"] {
      let last = UInt16.max - UInt16(ServiceName.allCases.count) + 1
      guard let port = UInt16(text), port <= last else {
        throw Misuse(reason: "--first-port is \(text), expected 0 to \(last)")
      }
      configuration.firstPort = port
    }
    if let text = values["--only"] {
      var services: [ServiceName] = []
      for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
        guard let service = ServiceName(rawValue: name) else {
          let names = ServiceName.allCases.map(\.rawValue).joined(separator: ", ")
          throw Misuse(reason: "--only has \(name), expected some of \(names)")
        }
        services.append(service)
      }
      configuration.services = services
    }
    return configuration
  }
}
