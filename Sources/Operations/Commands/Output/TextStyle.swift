// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Terminal colours, used if standard output supports them.
package struct TextStyle {
  package enum Colour: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case bold = "1"
  }

  package let isOn: Bool

  /// Detects a terminal on standard output; the environment variable `NO_COLOR` turns colours off.
  package init() {
    let environment = ProcessEnvironment.all
    isOn =
      StandardStream.output.isTerminal && environment["NO_COLOR"] == nil
      && environment["TERM"] != "dumb"
  }

  package func callAsFunction(_ text: String, _ colour: Colour) -> String {
    isOn ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}
