// SPDX-License-Identifier: Apache-2.0
// What Swift cannot see of libpq-fe.h: fields of errors whose names are characters.
#pragma once
#include <libpq-fe.h>

/// Returns the SQLSTATE of an error or notice; null where there is none.
static inline const char *cpostgresql_state(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// Returns the severity of an error or notice in English, such as WARNING.
static inline const char *cpostgresql_severity(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
}

/// Returns the message of an error without its severity and place.
static inline const char *cpostgresql_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

/// Returns the name of the constraint that a statement violates.
static inline const char *cpostgresql_constraint(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}
