// SPDX-License-Identifier: Apache-2.0
// AES-256-GCM (NIST SP 800-38D) with a nonce of 12 bytes and a tag of 16.
#pragma once
#include <openssl/evp.h>

/// Encrypts some bytes to as many others and makes their tag, or decrypts them; 1 when that was possible, and for
/// decrypted ones the tag is theirs.
static inline int copenssl_seal(int encrypts, const unsigned char *key, const unsigned char *nonce,
                                const unsigned char *name, int name_size,
                                const unsigned char *bytes, int count, unsigned char *made,
                                unsigned char *tag) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int size = 0;
  int is_done =
      context != NULL &&
      EVP_CipherInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce, encrypts) == 1 &&
      EVP_CipherUpdate(context, NULL, &size, name, name_size) == 1 &&
      EVP_CipherUpdate(context, made, &size, bytes, count) == 1 && size == count &&
      (encrypts || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, 16, tag) == 1) &&
      EVP_CipherFinal_ex(context, tag, &size) == 1 && size == 0 &&
      (!encrypts || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, tag) == 1);
  EVP_CIPHER_CTX_free(context);
  return is_done;
}
