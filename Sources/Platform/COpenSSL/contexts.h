// SPDX-License-Identifier: Apache-2.0
// Settings of an SSL_CTX, and errors.
#pragma once
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

static const uint64_t copenssl_no_compression = SSL_OP_NO_COMPRESSION;
static const uint64_t copenssl_no_renegotiation = SSL_OP_NO_RENEGOTIATION;
static const uint64_t copenssl_no_tickets = SSL_OP_NO_TICKET;
static const uint64_t copenssl_server_preference =
    SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA;
static const uint64_t copenssl_kernel_tls = SSL_OP_ENABLE_KTLS;
static const uint64_t copenssl_tolerate_truncation = SSL_OP_IGNORE_UNEXPECTED_EOF;

static inline void copenssl_set_write_modes(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS | SSL_MODE_AUTO_RETRY);
}

static inline int copenssl_set_versions(SSL_CTX *context, int minimum, int maximum) {
  return SSL_CTX_set_min_proto_version(context, minimum) == 1 &&
         SSL_CTX_set_max_proto_version(context, maximum) == 1;
}

static inline int copenssl_set_groups(SSL_CTX *context, const char *list) {
  return SSL_CTX_set1_groups_list(context, list) == 1;
}

static inline int copenssl_set_signatures(SSL_CTX *context, const char *list) {
  return SSL_CTX_set1_sigalgs_list(context, list) == 1 &&
         SSL_CTX_set1_client_sigalgs_list(context, list) == 1;
}

static inline void copenssl_set_cache_mode(SSL_CTX *context, long mode) {
  SSL_CTX_set_session_cache_mode(context, mode);
}

static inline void copenssl_set_read_ahead(SSL_CTX *context, size_t length) {
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_default_read_buffer_len(context, length);
}

static inline void copenssl_set_limit_of_peer_chain(SSL_CTX *context, long bytes) {
  SSL_CTX_set_max_cert_list(context, bytes);
}

static inline void copenssl_set_name_acceptance(SSL_CTX *context, int (*accept)(SSL *, int *, void *),
                                                void *argument) {
  SSL_CTX_set_tlsext_servername_callback(context, accept);
  SSL_CTX_set_tlsext_servername_arg(context, argument);
}

/// Takes the oldest error of this thread; 0 when there is none. The texts are static or belong to
/// the thread's queue, until the next call.
static inline unsigned long copenssl_next_error(const char **reason, const char **data) {
  int flags = 0;
  unsigned long code = ERR_get_error_all(NULL, NULL, NULL, data, &flags);
  *reason = code == 0 ? NULL : ERR_reason_error_string(code);
  if (!(flags & ERR_TXT_STRING) || *data == NULL || **data == 0) *data = NULL;
  return code;
}

static inline int copenssl_error_reason(unsigned long code) { return ERR_GET_REASON(code); }
static inline int copenssl_error_is_of_tls(unsigned long code) {
  return ERR_GET_LIB(code) == ERR_LIB_SSL;
}
static inline int copenssl_error_is_of_pem(unsigned long code) {
  return ERR_GET_LIB(code) == ERR_LIB_PEM;
}

/// Whether the kernel can do the work of TLS records. Asked once: on a kernel that cannot, every
/// try may start a search for a kernel module.
static inline int copenssl_kernel_offers_tls(void) {
#ifdef TCP_ULP
  int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return 0;
  // Without a connection a kernel that can answers ENOTCONN, one that cannot ENOENT.
  int answer = setsockopt(probe, IPPROTO_TCP, TCP_ULP, "tls", sizeof "tls");
  int code = errno;
  close(probe);
  return answer == 0 || code == ENOTCONN;
#else
  return 0;
#endif
}
