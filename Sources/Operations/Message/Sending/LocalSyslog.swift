// SPDX-License-Identifier: Apache-2.0
//
// RFC 5424, with the event as JSON: <PRIORITY>1 TIME HOST portico PROCESS EVENT - JSON
//
// The way to other hosts is the machine's syslog service: it has queues on disk, TLS and filters.

import Filters
import Glibc
package import Reactor
package import Signals

/// The syslog service of this machine, which gets a message for each event over its Unix socket.
package final class LocalSyslog: EventDestination {
  /// `local0` of RFC 5424 section 6.2.1.
  private static let facility = 16
  /// A service that begins anew is waited for, for two seconds.
  private static let (tries, pause) = (20, UInt32(100_000))

  private let address: SocketAddress
  /// The part between time and event: ` HOST portico PROCESS `.
  private let sender: String
  private var socket: DatagramSocket?
  private var messages: [[UInt8]] = []
  /// Whether the service did not take the last message; then it is asked once only.
  private var isAway = false

  /// - Parameters:
  ///   - host: the name of this machine, in the messages.
  ///   - process: the number of this process, in the messages.
  package init(at address: SocketAddress, host: String?, process: Int) {
    self.address = address
    let name = (host ?? "").unicodeScalars.filter { (33...126).contains($0.value) }
    let shown = String(String.UnicodeScalarView(name.prefix(255)))
    sender = " \(shown.isEmpty ? "-" : shown) portico \(process) "
  }

  package func put(_ record: EventRecord, _ report: (SinkReport) -> Void) {
    var bytes = Array("<\(LocalSyslog.facility * 8 + record.level.severity)>1 ".utf8)
    // Section 6.2.3 has at most six digits behind the point.
    let time = record.time - (record.time % 1_000 + 1_000) % 1_000
    bytes += FilterValue.text(ofInstant: time).utf8
    bytes += sender.utf8
    bytes += (record.kind?.name ?? "-").utf8
    bytes += " - ".utf8
    EventJSON.whole.write(record, to: &bytes)
    messages.append(bytes)
  }

  package func flush(_ report: (SinkReport) -> Void) {
    for (number, message) in messages.enumerated() {
      do throws(SystemError) {
        try send(message)
      } catch {
        let lost = error.code == EMSGSIZE ? 1 : messages.count - number
        report(.lost(LostEvents(count: lost, reason: .failed("\(error)"))))
        if lost > 1 { break }
      }
    }
    messages.removeAll(keepingCapacity: true)
  }

  private func send(_ message: [UInt8]) throws(SystemError) {
    var left = isAway ? 1 : LocalSyslog.tries
    while true {
      do throws(SystemError) {
        if socket == nil { socket = try DatagramSocket(to: address) }
        try socket?.send(message)
        isAway = false
        return
      } catch {
        left -= 1
        if error.code == EMSGSIZE { throw error }
        socket = nil
        isAway = left == 0
        if isAway { throw error }
        usleep(LocalSyslog.pause)
      }
    }
  }

  package func reopen(_ report: (SinkReport) -> Void) { socket = nil }
}
