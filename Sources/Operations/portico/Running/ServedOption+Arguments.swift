// SPDX-License-Identifier: Apache-2.0

import Commands
import Serving

extension ServedOption {
  /// All options, in the order of the command's help.
  ///
  /// - Parameter loops: the number of event loops.
  static func all(
    _ arguments: Arguments,
    _ configuration: ServiceConfiguration,
    loops: Int
  ) -> [ServedOption] {
    ServeCommand.definition.options.map { option in
      if arguments.has(option.name) {
        let values = arguments.all(option.name).filter { !$0.isEmpty }
        let shown = option.name.hasPrefix("fleet") ? values.map(withoutPassword) : values
        let value = option.value == nil ? "yes" : shown.joined(separator: ", ")
        let origin = arguments.isOfFile(option.name) ? ServedOption.Origin.file : .commandLine
        return ServedOption(name: option.name, value: value, origin: origin)
      }
      if option.name == "admin-token", let tokens = configuration.admin?.tokens, !tokens.isEmpty {
        let value = tokens.map(\.text).joined(separator: ", ")
        return ServedOption(name: option.name, value: value, origin: .serviceManager)
      }
      let value =
        switch option.name {
        case "loops": "\(loops)"
        case "site" where !configuration.sites.isEmpty: configuration.sites.joined(separator: ", ")
        default: option.fallback ?? (option.value == nil ? "no" : "none")
        }
      return ServedOption(name: option.name, value: value, origin: .standard)
    }
  }

  /// The address of a database, without the password in it.
  private static func withoutPassword(_ address: String) -> String {
    guard let mark = address.firstRange(of: "://"),
      let at = address[mark.upperBound...].lastIndex(of: "@"),
      let colon = address[mark.upperBound..<at].firstIndex(of: ":")
    else { return address }
    return "\(address[...colon])***\(address[at...])"
  }
}
