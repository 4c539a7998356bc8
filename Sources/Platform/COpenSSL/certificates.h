// SPDX-License-Identifier: Apache-2.0
// Reading certificates and keys.
#pragma once
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <time.h>

/// A source over `size` bytes, which must live longer than it.
static inline BIO *copenssl_source(const void *bytes, int size) {
  return BIO_new_mem_buf(bytes, size);
}

/// Refuses to ask for a pass phrase: a server has no one to ask.
static inline int copenssl_no_pass_phrase(char *buffer, int size, int writing, void *argument) {
  (void)buffer, (void)size, (void)writing, (void)argument;
  return -1;
}

static inline X509 *copenssl_read_certificate(BIO *source) {
  return PEM_read_bio_X509(source, NULL, copenssl_no_pass_phrase, NULL);
}

static inline EVP_PKEY *copenssl_read_key(BIO *source) {
  return PEM_read_bio_PrivateKey(source, NULL, copenssl_no_pass_phrase, NULL);
}

/// Whether the last error only says that no further PEM block follows.
static inline int copenssl_at_end_of_blocks(void) {
  unsigned long code = ERR_peek_last_error();
  return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
}

static inline STACK_OF(X509) *copenssl_new_chain(void) { return sk_X509_new_null(); }

/// The chain takes its own reference.
static inline int copenssl_chain_add(STACK_OF(X509) *chain, X509 *certificate) {
  if (!X509_up_ref(certificate)) return 0;
  if (sk_X509_push(chain, certificate) > 0) return 1;
  X509_free(certificate);
  return 0;
}

static inline void copenssl_free_chain(STACK_OF(X509) *chain) {
  sk_X509_pop_free(chain, X509_free);
}

/// Seconds since 1970; 0 for a time that cannot be read.
static inline int64_t copenssl_seconds(const ASN1_TIME *time) {
  struct tm parts;
  memset(&parts, 0, sizeof parts);
  return ASN1_TIME_to_tm(time, &parts) == 1 ? (int64_t)timegm(&parts) : 0;
}

/// The kind of a certificate's public key, EVP_PKEY_RSA and so on.
static inline int copenssl_key_kind(const X509 *certificate) {
  EVP_PKEY *key = X509_get0_pubkey(certificate);
  return key == NULL ? 0 : EVP_PKEY_get_base_id(key);
}

/// The names that a certificate is for; NULL when it has none. Freed by copenssl_free_names.
static inline GENERAL_NAMES *copenssl_names(const X509 *certificate) {
  return (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}
static inline void copenssl_free_names(GENERAL_NAMES *names) { GENERAL_NAMES_free(names); }
static inline int copenssl_name_count(const GENERAL_NAMES *names) {
  return names == NULL ? 0 : sk_GENERAL_NAME_num(names);
}

/// One of the names: its kind (GEN_DNS, GEN_URI, GEN_EMAIL, GEN_IPADD) and bytes; 0 for other kinds.
static inline int copenssl_name(const GENERAL_NAMES *names, int index, const unsigned char **bytes,
                                int *size) {
  const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
  const ASN1_STRING *value;
  switch (name->type) {
  case GEN_DNS: value = name->d.dNSName; break;
  case GEN_URI: value = name->d.uniformResourceIdentifier; break;
  case GEN_EMAIL: value = name->d.rfc822Name; break;
  case GEN_IPADD: value = name->d.iPAddress; break;
  default: return 0;
  }
  *bytes = ASN1_STRING_get0_data(value);
  *size = ASN1_STRING_length(value);
  return *bytes == NULL ? 0 : name->type;
}

/// A distinguished name as RFC 2253 writes it, into memory that copenssl_free frees.
static inline char *copenssl_name_text(const X509_NAME *name, int *size) {
  char *text = NULL;
  BIO *target = BIO_new(BIO_s_mem());
  if (target == NULL) return NULL;
  unsigned long flags = XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB;
  if (X509_NAME_print_ex(target, name, 0, flags) >= 0) {
    char *start = NULL;
    long length = BIO_get_mem_data(target, &start);
    text = length >= 0 ? (char *)OPENSSL_memdup(start, (size_t)length) : NULL;
    *size = text == NULL ? 0 : (int)length;
  }
  BIO_free(target);
  return text;
}

static inline void copenssl_free(void *memory) { OPENSSL_free(memory); }

/// Writes the SHA-256 of a certificate's bytes into 32 bytes.
static inline int copenssl_fingerprint(const X509 *certificate, unsigned char *digest) {
  unsigned int size = 0;
  return X509_digest(certificate, EVP_sha256(), digest, &size) == 1 && size == 32;
}
