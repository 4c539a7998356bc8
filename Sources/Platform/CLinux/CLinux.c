// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLinux.h"

#include <malloc.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/un.h>
#include <unistd.h>

__thread intptr_t clinux_loop = 0;

const char *clinux_error_text(int code) { return strerrordesc_np(code); }

int clinux_name_thread(const char *name) {
  return pthread_setname_np(pthread_self(), name);
}

int clinux_pin_thread(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

int clinux_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  if (limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  }
  return limit.rlim_cur > INT_MAX ? INT_MAX : (int)limit.rlim_cur;
}

int clinux_sealed_memory(const char *name, const void *bytes, size_t size) {
  int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  size_t written = 0;
  while (written < size) {
    ssize_t count = write(memory, (const char *)bytes + written, size - written);
    if (count > 0) {
      written += (size_t)count;
    } else if (count == 0 || errno != EINTR) {
      break;
    }
  }
  int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
  if (written == size && fcntl(memory, F_ADD_SEALS, seals) == 0) return memory;
  int code = errno;
  close(memory);
  errno = code;
  return -1;
}

void clinux_prefer_huge_pages(const void *start, size_t size) {
  const uintptr_t page = 2 << 20;
  uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
  uintptr_t end = ((uintptr_t)start + size) & ~(page - 1);
  if (first >= end || madvise((void *)first, end - first, MADV_HUGEPAGE) != 0) return;
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif
  madvise((void *)first, end - first, MADV_COLLAPSE);
}

void clinux_begin_anew(const char *variable, const char *value, char *const *words) {
  if (getenv(variable) != NULL || setenv(variable, value, 1) != 0) return;
  char program[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length < 0) return;
  program[length] = 0;
  execv(program, words);
}

int clinux_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  int count = CPU_COUNT(&set);
  return count > 0 ? count : 1;
}

static int signal_pipe = -1;

static void note_signal(int number) {
  // Only calls that are safe in a handler; a full pipe has signals enough.
  int code = errno;
  uint8_t byte = (uint8_t)number;
  if (write(signal_pipe, &byte, 1) < 0) errno = code;
  errno = code;
}

int clinux_watch_signals(const int *numbers, int count) {
  int ends[2];
  if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) return -1;
  signal_pipe = ends[1];
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < count; index++) sigaction(numbers[index], &action, NULL);
  return ends[0];
}

void clinux_unwatch_signals(const int *numbers, int count) {
  for (int index = 0; index < count; index++) signal(numbers[index], SIG_DFL);
  close(signal_pipe);
  signal_pipe = -1;
}

int clinux_next_signal(int descriptor) {
  uint8_t byte;
  return read(descriptor, &byte, 1) == 1 ? byte : 0;
}

void clinux_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

ssize_t clinux_send_descriptors(int socket, unsigned char byte, const int *descriptors, int count) {
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  union {
    char bytes[CMSG_SPACE(sizeof(int) * CLINUX_MOST_DESCRIPTORS)];
    struct cmsghdr aligned;
  } control;
  if (count < 1 || count > CLINUX_MOST_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                           .msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count)};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
  memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)count);
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

int clinux_receive_descriptors(int socket, unsigned char *byte, int *descriptors) {
  struct iovec part = {.iov_base = byte, .iov_len = 1};
  union {
    char bytes[CMSG_SPACE(sizeof(int) * CLINUX_MOST_DESCRIPTORS)];
    struct cmsghdr aligned;
  } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  ssize_t length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (length < 0) return -1;
  int received = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    int count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(descriptors + received, CMSG_DATA(header), sizeof(int) * (size_t)count);
    received += count;
  }
  if (length == 0 || (message.msg_flags & MSG_CTRUNC)) {
    for (int index = 0; index < received; index++) close(descriptors[index]);
    // The kernel drops what does not fit below the process's limit.
    errno = length == 0 ? ECONNRESET : EMFILE;
    return -1;
  }
  return received;
}

size_t clinux_heap_in_use(void) {
  struct mallinfo2 counts = mallinfo2();
  return counts.uordblks + counts.hblkhd;
}

int clinux_make_timer(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

int clinux_set_timer(int descriptor, int64_t nanoseconds) {
  struct itimerspec time = {
      .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
  return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &time, NULL);
}

int clinux_make_pipe(int *ends) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int clinux_spawn(char *const *words, int input, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                            POSIX_SPAWN_SETPGROUP);
  code = posix_spawn(child, words[0], &actions, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int clinux_watch_child(pid_t child) { return pidfd_open(child, 0); }

int clinux_reap(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, WNOHANG) != child) return -1;
  return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}
