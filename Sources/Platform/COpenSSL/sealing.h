// SPDX-License-Identifier: Apache-2.0
// AES-256-GCM (NIST SP 800-38D) with a nonce of 12 bytes and a tag of 16.
#pragma once
#include <openssl/evp.h>

/// Encrypts some bytes to as many others and a tag; 1 when that was possible.
static inline int copenssl_seal(const unsigned char *key, const unsigned char *nonce,
                                const unsigned char *name, int name_size,
                                const unsigned char *bytes, int count, unsigned char *sealed,
                                unsigned char *tag) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int size = 0;
  int is_made = context != NULL &&
                EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, NULL, &size, name, name_size) == 1 &&
                EVP_EncryptUpdate(context, sealed, &size, bytes, count) == 1 && size == count &&
                EVP_EncryptFinal_ex(context, tag, &size) == 1 && size == 0 &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, tag) == 1;
  EVP_CIPHER_CTX_free(context);
  return is_made;
}

/// Decrypts some bytes to as many others; 1 when the tag is theirs.
static inline int copenssl_unseal(const unsigned char *key, const unsigned char *nonce,
                                  const unsigned char *name, int name_size,
                                  const unsigned char *sealed, int count, unsigned char *tag,
                                  unsigned char *bytes) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int size = 0;
  int is_ours = context != NULL &&
                EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
                EVP_DecryptUpdate(context, NULL, &size, name, name_size) == 1 &&
                EVP_DecryptUpdate(context, bytes, &size, sealed, count) == 1 && size == count &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, 16, tag) == 1 &&
                EVP_DecryptFinal_ex(context, tag, &size) == 1 && size == 0;
  EVP_CIPHER_CTX_free(context);
  return is_ours;
}
