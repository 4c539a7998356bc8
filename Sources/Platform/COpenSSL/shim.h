// SPDX-License-Identifier: Apache-2.0
// OpenSSL as Swift sees it. What OpenSSL offers as macros, and what needs its C structures, stands
// in inline functions: contexts, calls on one connection, certificates, ticket
// keys, digests, encryption, signatures.
#pragma once
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "certificates.h"
#include "contexts.h"
#include "digests.h"
#include "sealing.h"
#include "sessions.h"
#include "signatures.h"
#include "tickets.h"
