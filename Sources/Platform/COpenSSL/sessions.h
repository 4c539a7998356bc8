// SPDX-License-Identifier: Apache-2.0
// Calls on one connection.
#pragma once
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

/// Result of a call on a connection.
typedef struct {
  /// Bytes moved.
  size_t count;
  /// SSL_ERROR_NONE, SSL_ERROR_WANT_READ and so on.
  int status;
  /// errno of the system call that failed, with SSL_ERROR_SYSCALL.
  int system;
} copenssl_outcome;

/// Clears what earlier calls of this thread left behind, which SSL_get_error would mistake for the
/// error of the next call.
static inline void copenssl_begin(void) {
  if (ERR_peek_error() != 0) ERR_clear_error();
  errno = 0;
}

static inline copenssl_outcome copenssl_finish(SSL *session, int result, size_t count) {
  copenssl_outcome outcome = {count, SSL_ERROR_NONE, 0};
  if (result == 1) return outcome;
  outcome.system = errno;
  outcome.status = SSL_get_error(session, result);
  outcome.count = 0;
  return outcome;
}

static inline copenssl_outcome copenssl_read(SSL *session, void *bytes, size_t room) {
  size_t count = 0;
  copenssl_begin();
  int result = SSL_read_ex(session, bytes, room, &count);
  return copenssl_finish(session, result, count);
}

static inline copenssl_outcome copenssl_write(SSL *session, const void *bytes, size_t size) {
  size_t count = 0;
  copenssl_begin();
  int result = SSL_write_ex(session, bytes, size, &count);
  return copenssl_finish(session, result, count);
}

static inline copenssl_outcome copenssl_handshake(SSL *session) {
  copenssl_begin();
  return copenssl_finish(session, SSL_do_handshake(session), 0);
}

/// Sends close_notify if that is possible at once.
static inline void copenssl_say_goodbye(SSL *session) {
  copenssl_begin();
  SSL_shutdown(session);
  ERR_clear_error();
}

/// Lets the running call on the connection stop at the next record, as if the peer had closed.
static inline void copenssl_stop_reading(SSL *session) {
  SSL_set_shutdown(session, SSL_get_shutdown(session) | SSL_RECEIVED_SHUTDOWN);
}

/// Frees a connection. One that was not closed by both sides may be resumed nevertheless: since
/// TLS 1.1 a missing goodbye does not spoil a session.
static inline void copenssl_free_session(SSL *session, int is_resumable) {
  if (is_resumable) SSL_set_shutdown(session, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
  SSL_free(session);
}

static inline int copenssl_offer_name(SSL *session, const char *name) {
  return SSL_set_tlsext_host_name(session, name) == 1;
}

static inline void copenssl_set_owner(SSL *session, void *owner) { SSL_set_app_data(session, owner); }
static inline void *copenssl_owner(const SSL *session) { return SSL_get_app_data(session); }

static inline X509 *copenssl_peer_certificate(const SSL *session) {
  return SSL_get0_peer_certificate(session);
}
