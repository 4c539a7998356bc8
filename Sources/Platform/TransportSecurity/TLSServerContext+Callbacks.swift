// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Glibc

/// OpenSSL's callbacks during a server's handshake.
///
/// Safe throughout: the pointers are valid for the call. The context behind an opaque argument
/// lives as long as a session, since the session's owner holds it.
extension TLSServerContext {
  /// Installs the callbacks and settings that all contexts share.
  func prepare(_ context: OpaquePointer) {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe copenssl_set_cache_mode(context, Int(SSL_SESS_CACHE_OFF))
    let lifetime = configuration.sessionLifetime.components.seconds
    unsafe SSL_CTX_set_timeout(context, Int(clamping: max(1, lifetime)))
    unsafe SSL_CTX_set_client_hello_cb(context, TLSServerContext.helloArrived, nil)
    unsafe copenssl_set_name_acceptance(context, TLSServerContext.acceptName, nil)
    unsafe SSL_CTX_set_msg_callback(context, TLSServerContext.recordArrived)
    if !protocols.bytes.isEmpty {
      unsafe SSL_CTX_set_alpn_select_cb(context, TLSServerContext.selectProtocol, me)
    }
    if ticketKeys == nil {
      unsafe SSL_CTX_set_options(context, copenssl_no_tickets)
      unsafe SSL_CTX_set_num_tickets(context, 0)
    } else {
      unsafe SSL_CTX_set_num_tickets(context, 1)
      unsafe copenssl_set_ticket_keys(context, TLSServerContext.chooseTicketKey)
      unsafe SSL_CTX_set_session_ticket_cb(
        context,
        { _, _ in 1 },
        TLSServerContext.ticketOpened,
        nil
      )
    }
  }

  /// Chooses the certificate by SNI before anything else, tickets included, is processed.
  private static let helloArrived: SSL_client_hello_cb_fn =
    { session, alert, _ in
      guard let session = unsafe session, let owner = unsafe TLSSession.owner(of: session),
        case .server(let context) = owner.side
      else { return SSL_CLIENT_HELLO_ERROR }
      var start: UnsafePointer<UInt8>?
      var size = 0
      guard
        unsafe SSL_client_hello_get0_ext(
          session,
          UInt32(TLSEXT_TYPE_server_name),
          &start,
          &size
        ) == 1
      else { return SSL_CLIENT_HELLO_SUCCESS }
      let bytes = unsafe UnsafeBufferPointer(start: start, count: size)
      owner.serverName = unsafe ClientHello.hostName(in: Span(_unsafeElements: bytes))
      if let name = owner.serverName {
        owner.isNameKnown = unsafe context.choose(name, for: session)
      }
      if owner.isNameKnown || context.configuration.unknownName == .firstCertificate {
        return SSL_CLIENT_HELLO_SUCCESS
      }
      owner.refusal = .serverName
      unsafe alert?.pointee = SSL_AD_UNRECOGNIZED_NAME
      return SSL_CLIENT_HELLO_ERROR
    }

  /// Acknowledges a known name, so that the ticket includes it.
  private static let acceptName: SSL_client_hello_cb_fn =
    { session, _, _ in
      let isKnown = unsafe TLSSession.owner(of: session)?.isNameKnown == true
      return isKnown ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK
    }

  private static let selectProtocol: SSL_CTX_alpn_select_cb_func = {
    _,
    chosen,
    chosenSize,
    offered,
    offeredSize,
    argument in
    guard let argument = unsafe argument else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    let context = unsafe Unmanaged<TLSServerContext>.fromOpaque(argument).takeUnretainedValue()
    let list = unsafe UnsafeBufferPointer(start: offered, count: Int(offeredSize))
    guard let name = unsafe context.protocols.choose(from: Span(_unsafeElements: list)) else {
      return SSL_TLSEXT_ERR_ALERT_FATAL
    }
    unsafe chosen?.pointee = offered.map { unsafe $0 + name.lowerBound }
    unsafe chosenSize?.pointee = UInt8(name.count)
    return SSL_TLSEXT_ERR_OK
  }

  private static let chooseTicketKey:
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, OpaquePointer?,
      OpaquePointer?, Int32
    ) -> Int32 = { session, name, iv, cipher, mac, isSealing in
      guard let owner = unsafe TLSSession.owner(of: session),
        case .server(let context) = owner.side, let ring = context.ticketKeys,
        let name = unsafe name, let iv = unsafe iv, let cipher = unsafe cipher,
        let mac = unsafe mac
      else { return -1 }
      if isSealing == 1 {
        guard let key = ring.present else { return -1 }
        unsafe key.writeName(to: name)
        return unsafe key.ready(iv: iv, cipher: cipher, mac: mac, sealing: true) ? 1 : -1
      }
      // 0: do a full handshake. 2: accept the ticket and issue a new one.
      guard let (key, isPast) = unsafe ring.find(name) else { return 0 }
      guard unsafe key.ready(iv: iv, cipher: cipher, mac: mac, sealing: false) else { return -1 }
      let isForOneUse = unsafe SSL_version(session) >= TLS1_3_VERSION
      return isPast || isForOneUse ? 2 : 1
    }

  /// Accepts a ticket only for the name that it was issued for, and while the client's certificate
  /// is valid.
  private static let ticketOpened: SSL_CTX_decrypt_session_ticket_fn = {
    session,
    saved,
    _,
    _,
    status,
    _ in
    guard status == SSL_TICKET_SUCCESS || status == SSL_TICKET_SUCCESS_RENEW,
      let owner = unsafe TLSSession.owner(of: session), let saved = unsafe saved
    else { return SSL_TICKET_RETURN_IGNORE_RENEW }
    let name = unsafe SSL_SESSION_get0_hostname(saved).map {
      unsafe String(cString: $0).lowercased()
    }
    guard name == (owner.isNameKnown ? owner.serverName : nil) else {
      return SSL_TICKET_RETURN_IGNORE_RENEW
    }
    if let certificate = unsafe SSL_SESSION_get0_peer(saved),
      unsafe copenssl_seconds(X509_get0_notAfter(certificate)) < Int64(time(nil))
    {
      return SSL_TICKET_RETURN_IGNORE_RENEW
    }
    return status == SSL_TICKET_SUCCESS ? SSL_TICKET_RETURN_USE : SSL_TICKET_RETURN_USE_RENEW
  }

  /// Counts the records received on an open connection.
  static let recordArrived:
    @convention(c) (
      Int32, Int32, Int32, UnsafeRawPointer?, Int, OpaquePointer?, UnsafeMutableRawPointer?
    ) -> Void = { isWriting, _, kind, _, _, session, _ in
      guard isWriting == 0, kind == SSL3_RT_HEADER else { return }
      unsafe TLSSession.owner(of: session)?.recordArrived()
    }
}
