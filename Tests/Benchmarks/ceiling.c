// SPDX-License-Identifier: Apache-2.0
// The least that serving can cost: an epoll loop that answers whatever it reads, once for each
// empty line, with the same prebuilt bytes. It parses nothing. `ceiling PORT BODY_BYTES`
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 3) return 2;
  int body = atoi(words[2]);
  char *answer = malloc((size_t)body + 256);
  int length = sprintf(answer, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                               "Content-Length: %d\r\n\r\n", body);
  memset(answer + length, 'x', (size_t)body);
  length += body;
  int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1])),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (bind(listener, (struct sockaddr *)&place, sizeof place) != 0 || listen(listener, 4096) != 0)
    return 1;
  int poller = epoll_create1(0);
  struct epoll_event events[256], event = {.events = EPOLLIN, .data.fd = listener};
  epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
  static char input[65536], output[1 << 20];
  for (;;) {
    int ready = epoll_wait(poller, events, 256, -1);
    for (int index = 0; index < ready; index++) {
      int peer = events[index].data.fd;
      if (peer == listener) {
        event.data.fd = accept(listener, NULL, NULL);
        event.events = EPOLLIN;
        if (event.data.fd >= 0) epoll_ctl(poller, EPOLL_CTL_ADD, event.data.fd, &event);
        continue;
      }
      ssize_t got = read(peer, input, sizeof input);
      if (got <= 0) {
        close(peer);
        continue;
      }
      size_t size = 0;
      for (char *at = input; (at = memmem(at, (size_t)(input + got - at), "\r\n\r\n", 4)); at += 4)
        if (size + (size_t)length <= sizeof output) {
          memcpy(output + size, answer, (size_t)length);
          size += (size_t)length;
        }
      if (size > 0 && write(peer, output, size) < 0) close(peer);
    }
  }
}
