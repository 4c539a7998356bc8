// SPDX-License-Identifier: Apache-2.0
// Keys that seal session tickets: AES-256-CBC and then HMAC-SHA-256 over the result.
#pragma once
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <string.h>

/// One key; the name tells it from others and is no secret.
typedef struct {
  unsigned char name[16];
  unsigned char cipher[32];
  unsigned char mac[32];
} copenssl_ticket_key;

static inline copenssl_ticket_key *copenssl_new_ticket_key(void) {
  return (copenssl_ticket_key *)OPENSSL_zalloc(sizeof(copenssl_ticket_key));
}

/// Overwrites the key before its memory is given back.
static inline void copenssl_free_ticket_key(copenssl_ticket_key *key) {
  OPENSSL_clear_free(key, sizeof *key);
}

static inline int copenssl_random_ticket_key(copenssl_ticket_key *key) {
  return RAND_priv_bytes((unsigned char *)key, sizeof *key) == 1;
}

/// Derives a key from a secret: HKDF-SHA-256 with `label` and `epoch` as its purpose.
static inline int copenssl_derive_ticket_key(copenssl_ticket_key *key, const void *secret,
                                             size_t secret_size, const char *label, int64_t epoch) {
  unsigned char info[64] = {0};
  size_t label_size = strlen(label);
  if (label_size > sizeof info - 8) return 0;
  memcpy(info, label, label_size);
  for (int i = 0; i < 8; i++) info[label_size + i] = (unsigned char)((uint64_t)epoch >> (56 - 8 * i));
  EVP_KDF *algorithm = EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *derivation = algorithm == NULL ? NULL : EVP_KDF_CTX_new(algorithm);
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, secret_size),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, info, label_size + 8),
      OSSL_PARAM_construct_end(),
  };
  int done = derivation != NULL &&
             EVP_KDF_derive(derivation, (unsigned char *)key, sizeof *key, parameters) == 1;
  EVP_KDF_CTX_free(derivation);
  EVP_KDF_free(algorithm);
  return done;
}

static inline int copenssl_ticket_key_is_named(const copenssl_ticket_key *key,
                                               const unsigned char *name) {
  return memcmp(key->name, name, sizeof key->name) == 0;
}

static inline void copenssl_write_ticket_name(const copenssl_ticket_key *key, unsigned char *name) {
  memcpy(name, key->name, sizeof key->name);
}

/// Readies both algorithms for a ticket. To seal one, `iv` is filled; to open one, it is read.
static inline int copenssl_use_ticket_key(const copenssl_ticket_key *key, unsigned char *iv,
                                          EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *mac, int sealing) {
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)key->mac, sizeof key->mac),
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
      OSSL_PARAM_construct_end(),
  };
  if (sealing && RAND_bytes(iv, 16) != 1) return 0;
  return EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), NULL, key->cipher, iv, sealing) == 1 &&
         EVP_MAC_CTX_set_params(mac, parameters) == 1;
}

static inline int copenssl_set_ticket_keys(SSL_CTX *context,
                                           int (*choose)(SSL *, unsigned char *, unsigned char *,
                                                         EVP_CIPHER_CTX *, EVP_MAC_CTX *, int)) {
  return SSL_CTX_set_tlsext_ticket_key_evp_cb(context, choose) == 1;
}
