// SPDX-License-Identifier: Apache-2.0
// The least that a fan-out can cost: an epoll loop that makes four calls for each request, over
// connections that are kept, and answers with their bodies, one behind the other, in one write.
// Each client has four connections of its own, so there is no pool to search, and heads are parsed
// as far as their Content-Length only. `fanout PORT UPSTREAM_PORT`
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { calls = 4, client = calls, room = 16384 };

struct exchange;

// One of an exchange's sockets; its events point here.
struct wire {
  int socket, place;
  struct exchange *exchange;
};

struct exchange {
  struct wire wires[calls + 1];
  size_t filled[calls];
  const char *bodies[calls];
  size_t sizes[calls];
  int waiting;
  struct exchange *next_closed;
  char answers[calls][room];
};

static struct sockaddr_in loopback(const char *port) {
  return (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port)),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int watch(int poller, struct wire *wire) {
  int one = 1;
  setsockopt(wire->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = wire};
  return epoll_ctl(poller, EPOLL_CTL_ADD, wire->socket, &event);
}

// Its memory is given back after the turn: events of this turn may still point to it.
static void end(struct exchange *exchange, struct exchange **closed) {
  if (exchange->wires[client].socket < 0) return;
  for (int place = 0; place <= calls; place++)
    if (exchange->wires[place].socket >= 0) close(exchange->wires[place].socket);
  exchange->wires[client].socket = -1;
  exchange->next_closed = *closed;
  *closed = exchange;
}

static void begin(int poller, int socket_of_client, struct sockaddr_in upstream,
                  struct exchange **closed) {
  struct exchange *exchange = calloc(1, sizeof *exchange);
  if (!exchange) {
    close(socket_of_client);
    return;
  }
  int works = 1;
  for (int place = 0; place <= calls; place++) {
    struct wire *wire = &exchange->wires[place];
    *wire = (struct wire){socket_of_client, place, exchange};
    if (place != client) {
      wire->socket = socket(AF_INET, SOCK_STREAM, 0);
      works &= connect(wire->socket, (struct sockaddr *)&upstream, sizeof upstream) == 0;
    }
    works &= watch(poller, wire) == 0;
  }
  if (!works) end(exchange, closed);
}

// Whether all calls could be sent.
static int call(struct exchange *exchange) {
  static const char request[] = "GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  exchange->waiting = calls;
  for (int place = 0; place < calls; place++) {
    exchange->filled[place] = 0;
    if (write(exchange->wires[place].socket, request, sizeof request - 1) < 0) return 0;
  }
  return 1;
}

// Whether the whole answer of the call is here.
static int is_complete(struct exchange *exchange, int place) {
  char *start = exchange->answers[place], *stop = start + exchange->filled[place];
  char *body = memmem(start, exchange->filled[place], "\r\n\r\n", 4);
  if (!body) return 0;
  body += 4;
  const char name[] = "\r\nContent-Length: ";
  char *field = memmem(start, (size_t)(body - start), name, sizeof name - 1);
  size_t size = field ? strtoul(field + sizeof name - 1, NULL, 10) : 0;
  exchange->bodies[place] = body;
  exchange->sizes[place] = size;
  return (size_t)(stop - body) >= size;
}

// Whether the answer could be sent.
static int answer(struct exchange *exchange) {
  static char output[calls * room + 256];
  size_t total = 0;
  for (int place = 0; place < calls; place++) total += exchange->sizes[place];
  size_t length = (size_t)sprintf(output, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                          "Content-Length: %zu\r\n\r\n", total);
  for (int place = 0; place < calls; place++) {
    memcpy(output + length, exchange->bodies[place], exchange->sizes[place]);
    length += exchange->sizes[place];
  }
  return write(exchange->wires[client].socket, output, length) == (ssize_t)length;
}

// Whether the exchange goes on.
static int advance(struct wire *wire) {
  static char input[room];
  struct exchange *exchange = wire->exchange;
  if (wire->place == client) {
    ssize_t got = read(wire->socket, input, sizeof input);
    return got > 0 && exchange->waiting == 0 && call(exchange);
  }
  size_t *filled = &exchange->filled[wire->place];
  ssize_t got = read(wire->socket, exchange->answers[wire->place] + *filled, room - *filled);
  if (got <= 0) return 0;
  *filled += (size_t)got;
  if (!is_complete(exchange, wire->place) || --exchange->waiting > 0) return 1;
  return answer(exchange);
}

int main(int count, char **words) {
  if (count < 3) return 2;
  struct sockaddr_in place = loopback(words[1]), upstream = loopback(words[2]);
  int one = 1, poller = epoll_create1(0);
  struct wire listener = {.socket = socket(AF_INET, SOCK_STREAM, 0)};
  setsockopt(listener.socket, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(listener.socket, (struct sockaddr *)&place, sizeof place) != 0 ||
      listen(listener.socket, 4096) != 0 || watch(poller, &listener) != 0)
    return 1;
  struct epoll_event events[256];
  for (;;) {
    struct exchange *closed = NULL;
    int ready = epoll_wait(poller, events, 256, -1);
    for (int index = 0; index < ready; index++) {
      struct wire *wire = events[index].data.ptr;
      if (!wire->exchange) {
        int peer = accept(wire->socket, NULL, NULL);
        if (peer >= 0) begin(poller, peer, upstream, &closed);
      } else if (wire->exchange->wires[client].socket >= 0 && !advance(wire)) {
        end(wire->exchange, &closed);
      }
    }
    while (closed) {
      struct exchange *next = closed->next_closed;
      free(closed);
      closed = next;
    }
  }
}
