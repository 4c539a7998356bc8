// SPDX-License-Identifier: Apache-2.0
// Declarations that Swift's Glibc module lacks: epoll, descriptors over sockets, signals as events,
// and the thread-local word by which a loop recognizes its own thread. Functions that need
// _GNU_SOURCE are in CLinux.c, since that macro would give Glibc's own types a second shape here.
#pragma once
#include <errno.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <time.h>

/// The number of the loop that runs on this thread; 0 on every other thread.
extern __thread intptr_t clinux_loop;

static inline intptr_t clinux_current_loop(void) { return clinux_loop; }
static inline void clinux_set_current_loop(intptr_t loop) { clinux_loop = loop; }

static inline int clinux_errno(void) { return errno; }

/// The text of an error number, in static memory; NULL for an unknown one.
const char *clinux_error_text(int code);

/// Nanoseconds of a clock.
static inline int64_t clinux_clock(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int clinux_epoll_set(int epoll, int operation, int descriptor, uint32_t events,
                                   uint64_t data) {
  struct epoll_event event = {.events = events, .data = {.u64 = data}};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

static inline uint64_t clinux_event_data(const struct epoll_event *event) {
  return event->data.u64;
}

static inline int clinux_set_option(int descriptor, int level, int name, int value) {
  return setsockopt(descriptor, level, name, &value, sizeof value);
}

static inline int clinux_get_option(int descriptor, int level, int name, int *value) {
  socklen_t length = sizeof *value;
  return getsockopt(descriptor, level, name, value, &length);
}

/// Bytes that the program holds of what malloc gave out.
size_t clinux_heap_in_use(void);

int clinux_name_thread(const char *name);

/// Binds the calling thread to one processor.
int clinux_pin_thread(int processor);

/// Copies some bytes to memory that can no longer be changed, shortened or lengthened; returns its
/// descriptor, or -1.
int clinux_sealed_memory(const char *name, const void *bytes, size_t size);

/// Asks for huge pages where whole ones lie between `start` and its end, also for what has been
/// written already, where the kernel can do that.
void clinux_prefer_huge_pages(const void *start, size_t size);
/// Begins the program anew with the words that it was given and one more variable. Returns where the
/// environment has that variable already, and where the program cannot be begun.
void clinux_begin_anew(const char *variable, const char *value, char *const *words);

/// Has a line fetched into the nearest cache; nothing waits for it.
static inline void clinux_fetch_ahead(const void *address) { __builtin_prefetch(address); }

/// Returns the number of processors that this process may use.
int clinux_processors(void);

/// Raises the soft limit of open descriptors to the hard one; answers what it is then, or -1.
int clinux_raise_descriptor_limit(void);

/// Turns signals into bytes: from now on each of `numbers` is written to a pipe whose reading end is
/// answered, or -1. To be called once.
///
/// A signalfd would need the signals blocked on every thread, and libdispatch keeps one that blocks
/// none.
int clinux_watch_signals(const int *numbers, int count);

/// Gives these signals back to the kernel's habits; the other watched ones have no effect any more.
void clinux_unwatch_signals(const int *numbers, int count);

/// The next signal that `descriptor` reports, or 0.
int clinux_next_signal(int descriptor);

void clinux_ignore_broken_pipes(void);

/// Maximum number of descriptors that pass with one byte; the kernel's own limit is 253.
#define CLINUX_MOST_DESCRIPTORS 250

/// Sends one byte together with 1 to CLINUX_MOST_DESCRIPTORS descriptors.
ssize_t clinux_send_descriptors(int socket, unsigned char byte, const int *descriptors, int count);

/// Receives one byte and as many descriptors as came with it, for which there is room for
/// CLINUX_MOST_DESCRIPTORS; answers how many, or -1: with ECONNRESET at the end of the stream, and
/// with EMFILE where the process may not have so many.
int clinux_receive_descriptors(int socket, unsigned char *byte, int *descriptors);

/// A socket address in the kernel's form.
typedef struct {
  struct sockaddr_storage storage;
  socklen_t length;
} clinux_address;

/// The family of an address: AF_INET, AF_INET6, AF_UNIX or another.
int clinux_address_family(const clinux_address *address);

/// Reads an IPv4 (as `low`) or IPv6 address in host order; 0 when it is neither.
int clinux_address_parts(const clinux_address *address, uint64_t *high, uint64_t *low,
                         uint16_t *port, uint32_t *scope);

void clinux_address_set_v4(clinux_address *address, uint32_t ip, uint16_t port);
void clinux_address_set_v6(clinux_address *address, uint64_t high, uint64_t low, uint16_t port,
                           uint32_t scope);

/// A Unix socket's path, a leading zero standing for the abstract name space; -1 when it is too
/// long.
int clinux_address_set_unix(clinux_address *address, const char *path, size_t length);

/// The bytes of a Unix socket's path; their number, 0 for an unnamed one.
size_t clinux_address_unix_path(const clinux_address *address, char *path, size_t capacity);

int clinux_bind(int descriptor, const clinux_address *address);
int clinux_connect(int descriptor, const clinux_address *address);

/// Accepts a connection, non-blocking and closed on exec.
int clinux_accept(int descriptor, clinux_address *peer);

/// The own (0) or the peer's (1) address of a socket.
int clinux_socket_name(int descriptor, int peer, clinux_address *address);

/// Parses a numeric address: 4 or 6 answers the family and fills in the parts, 0 is neither.
int clinux_parse_ip(const char *text, uint64_t *high, uint64_t *low);

/// Writes an IPv6 address as text of at most 46 bytes.
void clinux_write_ip(uint64_t high, uint64_t low, char *text);

/// Looks up the stream addresses of a host, up to `capacity`; how many, or a negative EAI code.
int clinux_resolve(const char *host, uint16_t port, clinux_address *addresses, int capacity);

/// The text of a negative EAI code.
const char *clinux_resolve_error(int code);

/// Bytes of a stream socket that were written and that the peer has not acknowledged; -1 when the
/// kernel does not say.
int clinux_unsent(int descriptor);

/// Sends without raising SIGPIPE.
ssize_t clinux_send(int descriptor, const void *bytes, size_t count);

/// Sends two pieces with one call.
ssize_t clinux_send_two(int descriptor, const void *first, size_t first_count, const void *second,
                        size_t second_count);

/// A descriptor that becomes readable at an instant of the monotonic clock; -1 where there is none.
int clinux_make_timer(void);

/// Sets the instant, in nanoseconds; 0 for none. What was reported before is forgotten.
int clinux_set_timer(int descriptor, int64_t nanoseconds);

/// Makes a pipe that does not block and is closed on exec: the end to read from, and the one to write to.
int clinux_make_pipe(int *ends);

/// Starts a program with the descriptor `input` as its input and our errors as its output, in a process group
/// and with signals of its own; answers an error number. `words` ends with NULL.
int clinux_spawn(char *const *words, int input, pid_t *child);

/// A descriptor that becomes readable when a child has ended; -1 where there is none.
int clinux_watch_child(pid_t child);

/// Returns the end of a child that has ended: its exit code, or 256 and more for the signal; -1
/// while it runs.
int clinux_reap(pid_t child);
