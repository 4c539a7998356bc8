// SPDX-License-Identifier: Apache-2.0
// Takes the place of a collector: reads each request and answers 200, on a thread for each connection.
//
// usage: collector PORT

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

// Reads one request; 0 where the connection is over.
static int take(int connection, char *buffer, size_t room) {
  size_t have = 0;
  char *end = NULL;
  while (end == NULL) {
    if (have + 1 >= room) return 0;
    ssize_t count = read(connection, buffer + have, room - have - 1);
    if (count <= 0) return 0;
    have += count;
    buffer[have] = 0;
    end = strstr(buffer, "\r\n\r\n");
  }
  char *field = strcasestr(buffer, "\ncontent-length:");
  size_t rest = field != NULL && field < end ? strtoul(field + 16, NULL, 10) : 0;
  size_t got = buffer + have - (end + 4);
  while (got < rest) {
    ssize_t count = read(connection, buffer, room);
    if (count <= 0) return 0;
    got += count;
  }
  return 1;
}

static void *serve(void *argument) {
  int connection = (int)(long)argument;
  size_t room = 1 << 20;
  char *buffer = malloc(room);
  while (buffer != NULL && take(connection, buffer, room) &&
         write(connection, answer, sizeof answer - 1) > 0) {
  }
  free(buffer);
  close(connection);
  return NULL;
}

int main(int count, char **words) {
  if (count != 2) return 2;
  signal(SIGPIPE, SIG_IGN);
  int listener = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(atoi(words[1]))};
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, (struct sockaddr *)&place, sizeof place) || listen(listener, 64)) {
    perror("collector");
    return 1;
  }
  for (;;) {
    int connection = accept(listener, NULL, NULL);
    if (connection < 0) continue;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    pthread_t thread;
    if (pthread_create(&thread, NULL, serve, (void *)(long)connection)) return 1;
    pthread_detach(thread);
  }
}
