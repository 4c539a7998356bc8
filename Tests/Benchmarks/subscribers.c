// SPDX-License-Identifier: Apache-2.0
//
// Opens event streams of /v1/changes and measures how long a commit takes to reach all of them:
//
//   subscribers PORT COUNT ROUNDS BODY
//
// It prints a line `open` once all streams have begun, waits for a line on its standard input, and then
// prints for each commit the milliseconds from sending it to its answer, and to the first, the median and
// the last stream.

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

// Connects from one of many loopback addresses, since each has its own ports and its own limit.
static int join(int port, int number) {
  int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  if (socket_ < 0) fail("socket");
  struct sockaddr_in own = {.sin_family = AF_INET}, server = {.sin_family = AF_INET};
  own.sin_addr.s_addr = htonl(0x7F000100u + 2 + number % 200);
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  server.sin_port = htons(port);
  if (bind(socket_, (struct sockaddr *)&own, sizeof own) < 0) fail("bind");
  if (connect(socket_, (struct sockaddr *)&server, sizeof server) < 0) fail("connect");
  int one = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return socket_;
}

static void send_all(int socket_, const char *text) {
  for (size_t left = strlen(text); left > 0;) {
    ssize_t sent = send(socket_, text, left, 0);
    if (sent < 0) fail("send");
    text += sent;
    left -= sent;
  }
}

static int order(const void *first, const void *second) {
  double one = *(const double *)first, other = *(const double *)second;
  return (one > other) - (one < other);
}

int main(int count, char **words) {
  if (count != 5) return 2;
  int port = atoi(words[1]), streams = atoi(words[2]), rounds = atoi(words[3]);
  struct rlimit limit = {streams + 100, streams + 100};
  struct rlimit present;
  getrlimit(RLIMIT_NOFILE, &present);
  if (present.rlim_cur < limit.rlim_cur && setrlimit(RLIMIT_NOFILE, &limit) < 0) fail("setrlimit");
  int poll = epoll_create1(0);
  int *sockets = calloc(streams, sizeof *sockets);
  double *times = calloc(streams, sizeof *times);
  char *seen = calloc(streams, 1);
  char buffer[65536];
  for (int i = 0; i < streams; i++) {
    sockets[i] = join(port, i);
    send_all(sockets[i], "GET /v1/changes HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n");
    ssize_t got = recv(sockets[i], buffer, sizeof buffer - 1, 0);
    if (got <= 0) fail("the head of a stream");
    buffer[got] = 0;
    if (!strstr(buffer, " 200 ")) {
      fprintf(stderr, "stream %d: %s\n", i, buffer);
      return 1;
    }
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
    epoll_ctl(poll, EPOLL_CTL_ADD, sockets[i], &event);
  }
  puts("open");
  fflush(stdout);
  if (!fgets(buffer, sizeof buffer, stdin)) return 1;
  int writer = join(port, 0);
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = streams};
  epoll_ctl(poll, EPOLL_CTL_ADD, writer, &event);
  struct epoll_event events[512];
  for (int round = 0; round < rounds; round++) {
    // What is on its way of the commit before is not of this one.
    usleep(300000);
    for (int i = 0, ready; (ready = epoll_wait(poll, events, 512, 0)) > 0 && i < 1000; i++)
      for (int k = 0; k < ready; k++)
        recv(events[k].data.u32 == streams ? writer : sockets[events[k].data.u32], buffer,
             sizeof buffer, MSG_DONTWAIT);
    memset(seen, 0, streams);
    char text[4096];
    snprintf(text, sizeof text,
             "POST /v1/notes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
             "Content-Length: %zu\r\n\r\n%s",
             strlen(words[4]), words[4]);
    double begun = now(), answered = 0;
    send_all(writer, text);
    int reached = 0;
    while (reached < streams || answered == 0) {
      int ready = epoll_wait(poll, events, 512, 10000);
      if (ready <= 0) {
        fprintf(stderr, "only %d of %d streams were reached in 10 s\n", reached, streams);
        return 1;
      }
      double at = now() - begun;
      for (int k = 0; k < ready; k++) {
        unsigned i = events[k].data.u32;
        ssize_t got = recv(i == (unsigned)streams ? writer : sockets[i], buffer, sizeof buffer - 1, 0);
        if (got <= 0) fail("a stream ended");
        buffer[got] = 0;
        if (i == (unsigned)streams) {
          if (!strstr(buffer, " 201 ")) {
            fprintf(stderr, "the commit: %s\n", buffer);
            return 1;
          }
          answered = at;
        } else if (!seen[i] && strstr(buffer, "event: change")) {
          seen[i] = 1;
          times[reached++] = at;
        }
      }
    }
    qsort(times, streams, sizeof *times, order);
    printf("%.2f %.2f %.2f %.2f\n", answered, times[0], times[streams / 2], times[streams - 1]);
    fflush(stdout);
  }
  return 0;
}
