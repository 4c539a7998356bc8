// SPDX-License-Identifier: Apache-2.0

import Gateway
import HTTPServer
package import Message
import Reactor
import Serving
import Signals

extension SharedResources {
  /// The watch that records refusals as events, with one of the clients: addresses of operators are
  /// complete, as in the audit log, and others are shown as far as events show addresses.
  package var refusalWatch: RefusalWatch {
    let operators = Set(AdminGate.Refusal.allCases.map(\.eventReason))
    return RefusalWatch(log) { [refused, eventAddresses] reason in
      guard let client = refused[reason] else { return nil }
      if operators.contains(reason) { return EventFact(.peer, "\(client)") }
      return EventFact(.client, eventAddresses.shown(client))
    }
  }
}
