// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Readiness of the socket that a stream waits for before it can go on.
package enum Readiness: Sendable {
  case readable
  case writable
}

/// Result of reading from a stream.
package enum ReadOutcome: Sendable {
  /// So many bytes were appended; never zero.
  case bytes(Int)
  /// Nothing more for now: try again when the socket is ready.
  case wait(Readiness)
  /// The peer will send nothing more, and said so.
  case end
  /// The connection is of no more use.
  case failed(StreamFailure)
}

/// Result of writing to a stream.
package enum WriteOutcome: Sendable {
  /// So many bytes from the front were taken.
  case bytes(Int)
  case wait(Readiness)
  case failed(StreamFailure)
}

/// Result of a step of a handshake.
package enum HandshakeOutcome: Sendable {
  case done
  case wait(Readiness)
  case failed(StreamFailure)
}

/// Failure that makes a stream unusable.
package struct StreamFailure: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Kind: Sendable, Equatable {
    /// The peer closed or reset the connection.
    case reset
    /// The kernel refused: `errno`.
    case system(Int32)
    /// The peer broke the security protocol or could not be authenticated.
    case security
    /// A security protocol's peer ended the stream without saying that it is complete.
    case truncated
  }

  package let kind: Kind
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

/// A protocol between the socket and the bytes: TLS.
///
/// The layer works on a non-blocking socket that it does not own. Every call does what is possible
/// at once and says what to wait for; it runs on the loop of its stream.
package protocol StreamLayer: AnyObject {
  /// Goes on with the handshake. Called until it is done or has failed.
  func handshake() -> HandshakeOutcome
  /// Appends what can be read at once, at most about 64 KiB a call.
  func read(into buffer: inout ByteBuffer) -> ReadOutcome
  /// Takes bytes from the front of `bytes`; an unfinished record is continued by the next call,
  /// which must offer at least the same bytes.
  func write(_ bytes: Span<UInt8>) -> WriteOutcome
  /// The application protocol that the peers agreed on (ALPN), once the handshake is done.
  var applicationProtocol: String? { get }
  /// Whether decrypted bytes wait in the layer, so that the socket will not report them.
  var hasPendingInput: Bool { get }
  /// Says goodbye (close_notify) if that is possible without waiting.
  func close()
}

/// Maker of layers for the connections of a listener or a client.
package protocol StreamSecurity: Sendable {
  /// A layer for a connected socket that it does not own.
  func makeLayer(on socket: Int32) throws -> any StreamLayer
}
