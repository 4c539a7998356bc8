// SPDX-License-Identifier: Apache-2.0
// SHA-256 with its state on the stack: the general functions look the algorithm up by its name and
// allocate a context, which costs more than the digest of a short text.
#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

/// Writes the 32 bytes of the digest; 1 when that was possible.
static inline int copenssl_sha256(const void *bytes, size_t count, unsigned char *digest) {
  SHA256_CTX state;
  return SHA256_Init(&state) && SHA256_Update(&state, bytes, count) &&
         SHA256_Final(digest, &state);
}

#pragma clang diagnostic pop

/// Writes the 20 bytes of HMAC-SHA-1; 1 when that was possible.
static inline int copenssl_hmac_sha1(const void *key, size_t key_size, const void *bytes, size_t count,
                                     unsigned char *digest) {
  unsigned int size = 0;
  return HMAC(EVP_sha1(), key, (int)key_size, (const unsigned char *)bytes, count, digest, &size) != NULL &&
         size == 20;
}
