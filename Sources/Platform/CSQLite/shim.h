// SPDX-License-Identifier: Apache-2.0
// Declarations of sqlite3.h that Swift cannot import: destructors that are numbers, variadic functions.
#pragma once
#include <sqlite3.h>

/// Lets SQLite allocate without counting its memory, for which it takes a lock of the process each time.
static inline int csqlite_leave_memory_uncounted(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Binds a copy of `count` bytes of UTF-8.
static inline int csqlite_bind_text(
    sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, place, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a copy of `count` bytes.
static inline int csqlite_bind_blob(
    sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}

/// Turns one of the switches of a connection on or off.
static inline int csqlite_switch(sqlite3 *connection, int which, int isOn) {
  return sqlite3_db_config(connection, which, isOn, (int *)0);
}
