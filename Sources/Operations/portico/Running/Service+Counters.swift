// SPDX-License-Identifier: Apache-2.0

import Measure
import Reactor
import Serving
import Signals

extension Service {
  /// Returns a registry whose counters go on from those in the state folder, if there is one.
  static func registry(_ configuration: ServiceConfiguration) throws(SignalFault) -> SignalRegistry
  {
    guard let state = configuration.state, !configuration.sites.isEmpty else {
      return try SignalRegistry()
    }
    let path = "\(state)/metrics"
    do {
      return try SignalRegistry(storage: try StoredCounters(in: path) { tell($0) })
    } catch {
      tell(error)
      StandardStream.errors.write(
        "portico: counters begin anew and are not kept; expected the version that wrote \(path), or"
          + " none of it\n"
      )
      return try SignalRegistry()
    }
  }

  private static func tell(_ error: any Error) {
    StandardStream.errors.write("portico: the counters of other processes: \(error)\n")
  }
}
