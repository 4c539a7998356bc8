// SPDX-License-Identifier: Apache-2.0

package import Bytes
import COpenSSL
import Glibc
package import Reactor

/// The TLS layer of one connection on a non-blocking socket, which it does not own.
///
/// It belongs to its stream's loop. OpenSSL writes to the socket with `write`, so the process must
/// ignore SIGPIPE.
@safe
package final class TLSSession: StreamLayer {
  /// The role in the handshake.
  enum Side {
    case server(TLSServerContext)
    case client(TLSClientContext, TLSServerName)
  }

  private enum State {
    case handshaking
    case open
    /// Failed: OpenSSL must not be called again.
    case broken
  }

  /// The most bytes that one `read` returns, and the least room it asks for.
  private static let readLimit = 65_536
  private static let leastRoom = 4096
  /// The largest content of a record.
  private static let recordSize = 16_384
  /// The most records without content that a peer may send in a row: tickets, key updates, alerts.
  static let emptyRecordLimit = 32
  /// The records encrypted with one key: a third of what AES-GCM allows (RFC 8446, section 5.5).
  static let recordsPerKey = 1 << 23

  let session: OpaquePointer
  let side: Side
  /// The reason why the connection failed.
  package internal(set) var refusal: TLSRefusal?
  /// The client's SNI host name, in lower case.
  package internal(set) var serverName: String?
  /// Whether a certificate has that name.
  var isNameKnown = false
  private var state = State.handshaking
  /// Whether the last read emptied the socket.
  private var isDrained = false
  /// The end of the stream, to be reported after the bytes already returned.
  private var ending: ReadOutcome?
  private var emptyRecords = 0
  var recordsUntilKeyUpdate = TLSSession.recordsPerKey

  /// Takes ownership of an OpenSSL session.
  init(adopting session: OpaquePointer, side: Side) {
    unsafe self.session = session
    self.side = side
    // Safe: the session is freed with this object, and calls back only during a call.
    unsafe copenssl_set_owner(session, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { unsafe copenssl_free_session(session, state == .open ? 1 : 0) }

  /// Returns the `TLSSession` of an OpenSSL session, for callbacks.
  static func owner(of session: OpaquePointer?) -> TLSSession? {
    guard let session = unsafe session, let owner = unsafe copenssl_owner(session) else {
      return nil
    }
    // Safe: `init` put it there, and the object outlives the session.
    return unsafe Unmanaged<TLSSession>.fromOpaque(owner).takeUnretainedValue()
  }

  package var isOpen: Bool { state == .open }

  package func handshake() -> HandshakeOutcome {
    switch state {
    case .open: return .done
    case .broken: return .failed(brokenBefore)
    case .handshaking: break
    }
    let outcome = unsafe copenssl_handshake(session)
    switch outcome.status {
    case SSL_ERROR_NONE:
      state = .open
      return .done
    case SSL_ERROR_WANT_READ: return .wait(.readable)
    case SSL_ERROR_WANT_WRITE: return .wait(.writable)
    default: return .failed(failure(outcome, during: "handshake"))
    }
  }

  package func read(into buffer: inout ByteBuffer) -> ReadOutcome {
    if let ending { return ending }
    guard state == .open else { return .failed(brokenBefore) }
    var total = 0
    repeat {
      switch readRecord(into: &buffer, atMost: TLSSession.readLimit - total) {
      case .bytes(let count): total += count
      case .wait(let readiness): return total > 0 ? .bytes(total) : .wait(readiness)
      case let end:
        ending = end
        return total > 0 ? .bytes(total) : end
      }
    } while total < TLSSession.readLimit && holdsInput
    return .bytes(total)
  }

  private func readRecord(into buffer: inout ByteBuffer, atMost limit: Int) -> ReadOutcome {
    var outcome = copenssl_outcome()
    // Safe: OpenSSL writes at most as many bytes as there is room.
    _ = unsafe buffer.fill(minimum: min(limit, TLSSession.leastRoom)) { room in
      unsafe outcome = copenssl_read(session, room.baseAddress, min(limit, room.count))
      return outcome.count
    }
    isDrained = outcome.status == SSL_ERROR_WANT_READ
    switch outcome.status {
    case SSL_ERROR_NONE:
      emptyRecords = 0
      return .bytes(outcome.count)
    case SSL_ERROR_WANT_READ: return .wait(.readable)
    case SSL_ERROR_WANT_WRITE: return .wait(.writable)
    case SSL_ERROR_ZERO_RETURN where emptyRecords > TLSSession.emptyRecordLimit:
      state = .broken
      refusal = .flood
      return .failed(
        StreamFailure(
          .security,
          "TLS read: expected data within \(TLSSession.emptyRecordLimit) records, found none"
        )
      )
    case SSL_ERROR_ZERO_RETURN: return .end
    default: return .failed(failure(outcome, during: "read"))
    }
  }

  package func write(_ bytes: Span<UInt8>) -> WriteOutcome {
    guard state == .open else { return .failed(brokenBefore) }
    var total = 0
    while total < bytes.count {
      let size = min(bytes.count - total, TLSSession.recordSize)
      let outcome = unsafe bytes.extracting(total..<total + size).withUnsafeBufferPointer {
        // Safe: OpenSSL reads the bytes during the call only.
        unsafe copenssl_write(session, $0.baseAddress, $0.count)
      }
      switch outcome.status {
      case SSL_ERROR_NONE:
        total += outcome.count
        countRecord()
      case SSL_ERROR_WANT_WRITE: return total > 0 ? .bytes(total) : .wait(.writable)
      case SSL_ERROR_WANT_READ: return total > 0 ? .bytes(total) : .wait(.readable)
      default: return .failed(failure(outcome, during: "write"))
      }
    }
    return .bytes(total)
  }

  /// Sends a KeyUpdate in time, with the next record. TLS 1.2 has none.
  private func countRecord() {
    recordsUntilKeyUpdate -= 1
    guard recordsUntilKeyUpdate <= 0 else { return }
    recordsUntilKeyUpdate = TLSSession.recordsPerKey
    guard version == .tls13 else { return }
    // Refused only during an unfinished record, which is sent first.
    _ = unsafe SSL_key_update(session, SSL_KEY_UPDATE_NOT_REQUESTED)
  }

  package var hasPendingInput: Bool {
    if ending != nil { return true }
    return state == .open && !isDrained && holdsInput
  }

  /// Whether OpenSSL has buffered input, even a partial record.
  private var holdsInput: Bool { unsafe SSL_has_pending(session) != 0 }

  package func close() {
    guard state == .open else { return }
    unsafe copenssl_say_goodbye(session)
  }

  /// Counts a received record; too many without data end the running call.
  func recordArrived() {
    guard state == .open else { return }
    emptyRecords += 1
    if emptyRecords > TLSSession.emptyRecordLimit { unsafe copenssl_stop_reading(session) }
  }

  private var brokenBefore: StreamFailure {
    StreamFailure(.reset, "TLS: the connection is not open")
  }

  /// Returns the failure for OpenSSL's error, and marks the session as broken.
  private func failure(_ outcome: copenssl_outcome, during step: String) -> StreamFailure {
    let failure = describe(outcome, during: step)
    state = .broken
    return failure
  }

  private func describe(_ outcome: copenssl_outcome, during step: String) -> StreamFailure {
    let reason = LibraryError.take()
    if reason?.protocolReason == SSL_R_UNEXPECTED_EOF_WHILE_READING {
      return state == .handshaking
        ? StreamFailure(.reset, "TLS handshake: the peer closed the connection")
        : StreamFailure(.truncated, "TLS \(step): the stream ends without close_notify")
    }
    if outcome.status == SSL_ERROR_SYSCALL && reason == nil {
      return StreamFailure(system: outcome.system == 0 ? ECONNRESET : outcome.system, "TLS \(step)")
    }
    if refusal == nil { refusal = TLSRefusal(reason: reason?.protocolReason) }
    let text = reason?.text ?? "the protocol was broken (status \(outcome.status))"
    return StreamFailure(.security, "TLS \(step): \(text)\(verification)")
  }

  /// The certificate verification error, appended to OpenSSL's reason.
  private var verification: String {
    if let serverName, !isNameKnown, refusal == .serverName {
      return " (no certificate for \(serverName))"
    }
    let result = unsafe SSL_get_verify_result(session)
    guard result != X509_V_OK, refusal == .certificateRefused else { return "" }
    // Safe: a static text.
    guard let text = unsafe X509_verify_cert_error_string(result) else { return "" }
    return unsafe " (\(String(cString: text)))"
  }
}
