// SPDX-License-Identifier: Apache-2.0

/// Reason why a connection ended.
package enum ConnectionEnd: String, Sendable, CaseIterable {
  /// The connection was unused for too long, or its place was needed.
  case idle
  /// It had become old.
  case lifetime
  /// The server closed it, or said that it would.
  case server
  /// A call that it carried was given up.
  case call
  /// The server broke the protocol, was too slow or cut a response off.
  case fault
  /// The server gave no sign of life.
  case unresponsive
  /// It was opened to find out whether the server speaks HTTP/2, which it does not, or not well.
  case noHTTP2 = "no_http2"
  /// Bytes came that were not requested.
  case unexpected
  /// The client itself was closed.
  case shutdown
}
