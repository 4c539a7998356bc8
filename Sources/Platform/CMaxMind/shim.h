// SPDX-License-Identifier: Apache-2.0
// libmaxminddb as Swift sees it: searching for an address, and decoding one value. Paths of keys are
// walked in Swift: the library's own walk recurses as deep as the file says.
#pragma once
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
// After those above, since it narrows what they show to whoever comes first.
#include <maxminddb.h>

/// A section of values alone, as the metadata at the end of a file is; at least 3 bytes.
static inline MMDB_s cmaxmind_section(const uint8_t *bytes, uint32_t size) {
  MMDB_s section;
  memset(&section, 0, sizeof section);
  section.data_section = bytes;
  section.data_section_size = size;
  return section;
}

/// Result of a search for an address.
typedef struct {
  int status;
  bool is_found;
  /// Where the value of the address begins.
  uint32_t offset;
} cmaxmind_place;

/// Searches for an address of 4 or 16 bytes.
static inline cmaxmind_place cmaxmind_find(const MMDB_s *database, const uint8_t *address,
                                           size_t size) {
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
  } socket;
  memset(&socket, 0, sizeof socket);
  if (size == 4) {
    socket.v4.sin_family = AF_INET;
    memcpy(&socket.v4.sin_addr, address, 4);
  } else {
    socket.v6.sin6_family = AF_INET6;
    memcpy(&socket.v6.sin6_addr, address, 16);
  }
  cmaxmind_place place = {MMDB_SUCCESS, false, 0};
  MMDB_lookup_result_s result = MMDB_lookup_sockaddr(database, &socket.any, &place.status);
  place.is_found = place.status == MMDB_SUCCESS && result.found_entry;
  place.offset = result.entry.offset;
  return place;
}

/// One value, without what is in it.
typedef struct {
  int status;
  uint32_t type;
  /// Bytes of a text, members of a map or array.
  uint32_t size;
  /// Where the members of a map or array begin.
  uint32_t members;
  /// Where the bytes behind the value begin; for a map or array that no pointer led to, `members`.
  uint32_t next;
  bool is_pointed_to;
  const char *text;
  uint64_t number;
} cmaxmind_value;

/// Decodes the value at `offset`, or the one that a pointer there leads to; the library checks that
/// it lies within the section.
static inline cmaxmind_value cmaxmind_decode(const MMDB_s *section, uint32_t offset) {
  static const char *const nowhere[] = {NULL};
  MMDB_entry_s start = {section, offset};
  MMDB_entry_data_s data;
  cmaxmind_value value;
  memset(&value, 0, sizeof value);
  value.status = MMDB_aget_value(&start, &data, nowhere);
  if (value.status != MMDB_SUCCESS) return value;
  value.type = data.type;
  value.size = data.data_size;
  value.members = data.offset_to_next;
  value.next = data.offset_to_next;
  // A pointer to itself is refused, so only a pointer leads elsewhere. Its first byte says how many
  // follow.
  value.is_pointed_to = data.offset != offset;
  if (value.is_pointed_to) value.next = offset + 2 + ((section->data_section[offset] >> 3) & 3);
  switch (data.type) {
  case MMDB_DATA_TYPE_UTF8_STRING: value.text = data.utf8_string; break;
  case MMDB_DATA_TYPE_UINT16: value.number = data.uint16; break;
  case MMDB_DATA_TYPE_UINT32: value.number = data.uint32; break;
  default: break;
  }
  return value;
}
