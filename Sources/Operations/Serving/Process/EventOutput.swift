// SPDX-License-Identifier: Apache-2.0

package import FourM

/// The sinks of events besides the log, from the command's options.
package struct EventOutput: Sendable {
  package enum Place: Sendable {
    case output(hasLevels: Bool)
    case file(String, LogRotation?)
  }

  let place: Place

  package init(place: Place) {
    self.place = place
  }

  /// The place in messages.
  var name: String {
    switch place {
    case .output: "the standard output"
    case .file(let path, _): path
    }
  }

  func open() throws -> any EventDestination {
    switch place {
    case .output(let hasLevels): OutputLines(hasLevels: hasLevels)
    case .file(let path, let rotation): try LogFile(path, rotation)
    }
  }
}
