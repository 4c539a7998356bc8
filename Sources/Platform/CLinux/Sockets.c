// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <linux/sockios.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include "CLinux.h"

static uint64_t load64(const uint8_t *bytes) {
  uint64_t value = 0;
  for (int index = 0; index < 8; index++) value = value << 8 | bytes[index];
  return value;
}

static void store64(uint8_t *bytes, uint64_t value) {
  for (int index = 7; index >= 0; index--, value >>= 8) bytes[index] = (uint8_t)value;
}

int clinux_address_family(const clinux_address *address) { return address->storage.ss_family; }

int clinux_address_parts(const clinux_address *address, uint64_t *high, uint64_t *low,
                         uint16_t *port, uint32_t *scope) {
  *high = 0;
  *scope = 0;
  if (address->storage.ss_family == AF_INET) {
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)&address->storage;
    *low = ntohl(v4->sin_addr.s_addr);
    *port = ntohs(v4->sin_port);
    return 1;
  }
  if (address->storage.ss_family == AF_INET6) {
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&address->storage;
    *high = load64(v6->sin6_addr.s6_addr);
    *low = load64(v6->sin6_addr.s6_addr + 8);
    *port = ntohs(v6->sin6_port);
    *scope = v6->sin6_scope_id;
    return 1;
  }
  return 0;
}

void clinux_address_set_v4(clinux_address *address, uint32_t ip, uint16_t port) {
  memset(address, 0, sizeof *address);
  struct sockaddr_in *v4 = (struct sockaddr_in *)&address->storage;
  v4->sin_family = AF_INET;
  v4->sin_addr.s_addr = htonl(ip);
  v4->sin_port = htons(port);
  address->length = sizeof *v4;
}

void clinux_address_set_v6(clinux_address *address, uint64_t high, uint64_t low, uint16_t port,
                           uint32_t scope) {
  memset(address, 0, sizeof *address);
  struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&address->storage;
  v6->sin6_family = AF_INET6;
  store64(v6->sin6_addr.s6_addr, high);
  store64(v6->sin6_addr.s6_addr + 8, low);
  v6->sin6_port = htons(port);
  v6->sin6_scope_id = scope;
  address->length = sizeof *v6;
}

int clinux_address_set_unix(clinux_address *address, const char *path, size_t length) {
  memset(address, 0, sizeof *address);
  struct sockaddr_un *local = (struct sockaddr_un *)&address->storage;
  if (length == 0 || length >= sizeof local->sun_path) return -1;
  local->sun_family = AF_UNIX;
  memcpy(local->sun_path, path, length);
  // A path ends with a zero byte; an abstract name is as long as it is.
  size_t end = path[0] == 0 ? length : length + 1;
  address->length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + end);
  return 0;
}

size_t clinux_address_unix_path(const clinux_address *address, char *path, size_t capacity) {
  const struct sockaddr_un *local = (const struct sockaddr_un *)&address->storage;
  size_t header = offsetof(struct sockaddr_un, sun_path);
  if (address->storage.ss_family != AF_UNIX || address->length <= header) return 0;
  size_t length = address->length - header;
  if (length > sizeof local->sun_path) length = sizeof local->sun_path;
  if (local->sun_path[0] != 0) length = strnlen(local->sun_path, length);
  if (length > capacity) length = capacity;
  memcpy(path, local->sun_path, length);
  return length;
}

int clinux_bind(int descriptor, const clinux_address *address) {
  return bind(descriptor, (const struct sockaddr *)&address->storage, address->length);
}

int clinux_connect(int descriptor, const clinux_address *address) {
  return connect(descriptor, (const struct sockaddr *)&address->storage, address->length);
}

int clinux_accept(int descriptor, clinux_address *peer) {
  peer->length = sizeof peer->storage;
  return accept4(descriptor, (struct sockaddr *)&peer->storage, &peer->length,
                 SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_socket_name(int descriptor, int peer, clinux_address *address) {
  address->length = sizeof address->storage;
  struct sockaddr *storage = (struct sockaddr *)&address->storage;
  return peer ? getpeername(descriptor, storage, &address->length)
              : getsockname(descriptor, storage, &address->length);
}

int clinux_parse_ip(const char *text, uint64_t *high, uint64_t *low) {
  uint8_t bytes[16];
  if (inet_pton(AF_INET, text, bytes) == 1) {
    *high = 0;
    *low = (uint64_t)bytes[0] << 24 | (uint64_t)bytes[1] << 16 | (uint64_t)bytes[2] << 8 | bytes[3];
    return 4;
  }
  if (inet_pton(AF_INET6, text, bytes) != 1) return 0;
  *high = load64(bytes);
  *low = load64(bytes + 8);
  return 6;
}

void clinux_write_ip(uint64_t high, uint64_t low, char *text) {
  uint8_t bytes[16];
  store64(bytes, high);
  store64(bytes + 8, low);
  inet_ntop(AF_INET6, bytes, text, INET6_ADDRSTRLEN);
}

int clinux_resolve(const char *host, uint16_t port, clinux_address *addresses, int capacity) {
  struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM,
                           .ai_flags = AI_ADDRCONFIG};
  struct addrinfo *found = NULL;
  int code = getaddrinfo(host, NULL, &hints, &found);
  if (code != 0) return code < 0 ? code : -code;
  int count = 0;
  for (struct addrinfo *info = found; info != NULL && count < capacity; info = info->ai_next) {
    if (info->ai_addrlen > sizeof addresses[count].storage) continue;
    memcpy(&addresses[count].storage, info->ai_addr, info->ai_addrlen);
    addresses[count].length = info->ai_addrlen;
    if (info->ai_family == AF_INET)
      ((struct sockaddr_in *)&addresses[count].storage)->sin_port = htons(port);
    else if (info->ai_family == AF_INET6)
      ((struct sockaddr_in6 *)&addresses[count].storage)->sin6_port = htons(port);
    else
      continue;
    count++;
  }
  freeaddrinfo(found);
  return count;
}

const char *clinux_resolve_error(int code) { return gai_strerror(code); }

int clinux_unsent(int descriptor) {
  int count = 0;
  return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : -1;
}

ssize_t clinux_send(int descriptor, const void *bytes, size_t count) {
  return send(descriptor, bytes, count, MSG_NOSIGNAL);
}

ssize_t clinux_send_two(int descriptor, const void *first, size_t first_count, const void *second,
                        size_t second_count) {
  struct iovec parts[2] = {{.iov_base = (void *)first, .iov_len = first_count},
                           {.iov_base = (void *)second, .iov_len = second_count}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  return sendmsg(descriptor, &message, MSG_NOSIGNAL);
}
