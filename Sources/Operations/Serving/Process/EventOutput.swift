// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Message
package import Reactor

/// The sinks of events besides the log, from the command's options.
package struct EventOutput: Sendable {
  package enum Place: Sendable {
    case output(hasLevels: Bool)
    case file(String, LogRotation?)
    case syslog(SocketAddress)
  }

  let place: Place

  package init(place: Place) { self.place = place }

  /// The place in messages.
  var name: String {
    switch place {
    case .output: "the standard output"
    case .file(let path, _): path
    case .syslog(let address): "\(address)"
    }
  }

  func open() throws -> any EventDestination {
    switch place {
    case .output(let hasLevels): OutputLines(hasLevels: hasLevels)
    case .file(let path, let rotation): try LogFile(path, rotation)
    case .syslog(let address):
      LocalSyslog(at: address, host: ProcessEnvironment.hostName, process: Int(getpid()))
    }
  }

  var kind: SinkKind { if case .syslog = place { .syslog } else { .file } }
}
