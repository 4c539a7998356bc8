// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Colour where there is a terminal that has it, and nothing where there is none.
struct Paint {
  enum Colour: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case bold = "1"
  }

  let isOn: Bool

  /// Paint for standard output; the environment's `NO_COLOR` turns it off, as everywhere.
  init() {
    let environment = ProcessEnvironment.all
    isOn =
      StandardStream.output.isTerminal && environment["NO_COLOR"] == nil
      && environment["TERM"] != "dumb"
  }

  func callAsFunction(_ text: String, _ colour: Colour) -> String {
    isOn ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}
