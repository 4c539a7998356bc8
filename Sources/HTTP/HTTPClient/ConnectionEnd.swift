// SPDX-License-Identifier: Apache-2.0

/// Why a connection is no more.
enum ConnectionEnd: String, Sendable, CaseIterable {
  /// Nobody used it for too long, or its place was needed.
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
  /// Something came that nobody had asked for.
  case unexpected
  /// The client itself was closed.
  case shutdown
}
