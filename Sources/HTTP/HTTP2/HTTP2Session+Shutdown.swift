// SPDX-License-Identifier: Apache-2.0

/// Leaving without losing a request (RFC 9113 section 6.8): first a notice, so that requests on
/// their way are still taken; a round trip later the number of the last one that was.
extension HTTP2Session {
  /// Tells a client that it should open no more streams; those that it opens are still served.
  package func announceShutdown() {
    guard role == .server, fault == nil, !isGoingAway else { return }
    library.submitShutdownNotice()
  }

  /// Ends the session as soon as the open streams are done; new ones are not taken.
  package func shutDown(_ code: HTTP2ErrorCode = .none) {
    guard !hasFailed, !isGoingAway else { return }
    isGoingAway = true
    library.submitGoAway(code)
  }

  /// Asks the peer for a sign of life.
  package func ping(_ opaque: UInt64) {
    guard !hasFailed else { return }
    library.submitPing(opaque)
  }
}
