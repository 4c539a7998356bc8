// SPDX-License-Identifier: Apache-2.0
// Checking signatures.
#pragma once
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

/// Whether a signature over the SHA-256 of a message was made with a key: 1 if it was. The key is a
/// SubjectPublicKeyInfo in DER.
static inline int copenssl_verify_sha256(const unsigned char *key, long key_size,
                                         const unsigned char *signature, size_t signature_size,
                                         const unsigned char *message, size_t message_size) {
  EVP_PKEY *parsed = d2i_PUBKEY(NULL, &key, key_size);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  int is_verified =
      parsed != NULL && context != NULL &&
      EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, parsed) == 1 &&
      EVP_DigestVerify(context, signature, signature_size, message, message_size) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(parsed);
  ERR_clear_error();
  return is_verified;
}
