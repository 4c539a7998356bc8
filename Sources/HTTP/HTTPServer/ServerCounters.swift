// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// What the server of one loop has seen and done.
final class ServerCounters {
  private(set) var connectionsOpened = 0
  private(set) var connectionsClosed = 0
  private(set) var handshakesFailed = 0
  private(set) var requests = 0
  private(set) var answers = 0
  private(set) var refusals = 0
  private(set) var timeouts = 0
  private(set) var faults = 0
  private(set) var bytesReceived = 0
  private(set) var bytesSent = 0

  func connectionOpened() { connectionsOpened &+= 1 }
  func connectionClosed() { connectionsClosed &+= 1 }
  func handshakeFailed() { handshakesFailed &+= 1 }
  func requestReceived(_ version: Version) { requests &+= 1 }
  func answered(_ status: Status) { answers &+= 1 }
  func refused(_ status: Status, _ label: StaticString) { refusals &+= 1 }
  func timedOut(_ label: StaticString) { timeouts &+= 1 }
  func faulted(_ label: StaticString) { faults &+= 1 }
  func received(_ count: Int) { bytesReceived &+= count }
  func sent(_ count: Int) { bytesSent &+= count }
}
