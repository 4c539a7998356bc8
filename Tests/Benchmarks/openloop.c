// SPDX-License-Identifier: Apache-2.0
// Asks at a constant rate, whether answers come or not, and measures each answer from the moment at
// which its request was due: a server that stops for a while is charged for all that were due then.
// `openloop PORT PATH CONNECTIONS RATE SECONDS`, with `{n}` in the path for a number; prints how many
// were answered, how many were errors, and the greatest latency of 50, 90, 99 and 100 percent in µs.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most_connections = 4096, longest = 10000000 };

static struct connection {
  int socket;
  double due;
  // What is lacking of the answer: -1 before its head is read.
  long lacking;
  size_t held;
  char head[4096];
} connections[most_connections];

// Those without a request, in the order in which they had an answer.
static int idle[most_connections], idle_first, idle_count;
static unsigned answered_in[longest + 1];
static long answered, errors, asked;
static const char *path;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void ask(struct connection *connection, double due) {
  char request[1024];
  const char *mark = strstr(path, "{n}");
  int prefix = mark ? (int)(mark - path) : (int)strlen(path);
  int size = mark ? snprintf(request, sizeof request, "GET %.*s%ld%s HTTP/1.1\r\nHost: a\r\n\r\n", prefix,
                             path, asked, mark + 3)
                  : snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", path);
  asked++;
  connection->due = due;
  connection->lacking = -1;
  connection->held = 0;
  if (write(connection->socket, request, (size_t)size) != size) errors++;
}

static void rest(int index) {
  idle[(idle_first + idle_count++) % most_connections] = index;
}

static struct connection *next_idle(void) {
  struct connection *next = &connections[idle[idle_first]];
  idle_first = (idle_first + 1) % most_connections;
  idle_count--;
  return next;
}

static void count_answer(struct connection *connection) {
  double took = (now() - connection->due) * 1e6;
  answered_in[took > longest ? longest : (int)took]++;
  answered++;
  rest((int)(connection - connections));
}

// Reads what has come of an answer.
static void take(struct connection *connection) {
  static char body[1 << 18];
  if (connection->lacking >= 0) {
    ssize_t got = read(connection->socket, body, sizeof body);
    if (got <= 0) exit(3);
    connection->lacking -= got;
  } else {
    size_t room = sizeof connection->head - 1 - connection->held;
    ssize_t got = read(connection->socket, connection->head + connection->held, room);
    if (got <= 0) exit(3);
    connection->held += (size_t)got;
    connection->head[connection->held] = 0;
    char *end = strstr(connection->head, "\r\n\r\n");
    if (!end) return;
    char *length = strcasestr(connection->head, "\r\ncontent-length:");
    if (strncmp(connection->head, "HTTP/1.1 200", 12) != 0) errors++;
    if (!length) exit(4);
    connection->lacking = atol(length + 17) - (connection->head + connection->held - end - 4);
  }
  if (connection->lacking == 0) count_answer(connection);
}

static long within(double share) {
  long wanted = (long)((double)answered * share), found = 0;
  for (long time = 0; time <= longest; time++)
    if ((found += answered_in[time]) >= wanted) return time;
  return longest;
}

int main(int count, char **words) {
  if (count != 6) return 2;
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1])),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  path = words[2];
  int wanted = atoi(words[3]), one = 1, poller = epoll_create1(0);
  double rate = atof(words[4]), seconds = atof(words[5]);
  if (wanted > most_connections) return 2;
  for (int index = 0; index < wanted; index++) {
    struct connection *connection = &connections[index];
    connection->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(connection->socket, (struct sockaddr *)&place, sizeof place) != 0) return 1;
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)index};
    epoll_ctl(poller, EPOLL_CTL_ADD, connection->socket, &event);
    rest(index);
  }
  double began = now(), end = began + seconds;
  long due = 0;
  while (now() < end) {
    // All that were due until now, as far as there are connections for them.
    while (idle_count > 0 && began + (double)due / rate <= now())
      ask(next_idle(), began + (double)due++ / rate);
    struct epoll_event events[256];
    double wait = idle_count > 0 ? began + (double)due / rate - now() : 0.001;
    struct timespec time = {.tv_nsec = wait <= 0 ? 0 : wait > 0.01 ? 10000000 : (long)(wait * 1e9)};
    int ready = epoll_pwait2(poller, events, 256, &time, NULL);
    for (int index = 0; index < ready; index++) take(&connections[events[index].data.u32]);
  }
  // What was due and could not be asked counts as late as it is now.
  for (double late; (late = now() - (began + (double)due / rate)) > 0 && due < (long)(rate * seconds); due++) {
    answered_in[late * 1e6 > longest ? longest : (int)(late * 1e6)]++;
    answered++;
  }
  printf("%ld answered, %ld errors, %ld %ld %ld %ld us\n", answered, errors, within(0.5), within(0.9),
         within(0.99), within(1));
  return 0;
}
