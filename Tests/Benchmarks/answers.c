// SPDX-License-Identifier: Apache-2.0
// What stands behind the gateways: an epoll loop that answers with prepared bytes. Each file of a
// folder is a whole response, and the first segment of a request's path chooses it by its name; what
// is asked for below `/hang` is never answered. Heads come in one piece and have no body behind them.
// A response that is larger than what the peer takes at once is written as the peer reads it.
// `answers FOLDER PORT...`
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most_answers = 16, most_listeners = 16, most_connections = 65536 };

static struct answer {
  char name[64];
  char *bytes;
  size_t size;
} answers[most_answers];
static int count_of_answers;

// What each connection's peer has not taken yet.
static struct rest {
  const char *bytes;
  size_t size;
} rests[most_connections];

static const char missing[] = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

static int read_answer(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file || count_of_answers == most_answers) return 0;
  struct answer *answer = &answers[count_of_answers++];
  snprintf(answer->name, sizeof answer->name, "%s", name);
  fseek(file, 0, SEEK_END);
  answer->size = (size_t)ftell(file);
  rewind(file);
  answer->bytes = malloc(answer->size + 1);
  int is_whole = fread(answer->bytes, 1, answer->size, file) == answer->size;
  fclose(file);
  return is_whole;
}

static int read_answers(const char *folder) {
  DIR *entries = opendir(folder);
  if (!entries) return 0;
  for (struct dirent *entry; (entry = readdir(entries));)
    if (entry->d_name[0] != '.' && !read_answer(folder, entry->d_name)) return 0;
  closedir(entries);
  return count_of_answers > 0;
}

static int listener(const char *port) {
  int one = 1, made = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port)),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  int works = bind(made, (struct sockaddr *)&place, sizeof place) == 0 && listen(made, 4096) == 0;
  return works ? made : -1;
}

// Writes what the peer takes now of its response; whether the connection goes on.
static int write_rest(int poller, int peer, int was_waiting) {
  struct rest *rest = &rests[peer];
  ssize_t sent = send(peer, rest->bytes, rest->size, MSG_NOSIGNAL);
  if (sent < 0 && errno != EAGAIN) return 0;
  if (sent > 0) *rest = (struct rest){rest->bytes + sent, rest->size - (size_t)sent};
  int is_waiting = rest->size > 0;
  if (is_waiting == was_waiting) return 1;
  struct epoll_event event = {.events = is_waiting ? EPOLLOUT : EPOLLIN, .data.fd = peer};
  return epoll_ctl(poller, EPOLL_CTL_MOD, peer, &event) == 0;
}

// Answers the request at `head`; whether the connection goes on.
static int answer(int poller, int peer, const char *head, size_t size) {
  const char *name = memchr(head, '/', size);
  if (!name) return 0;
  size_t length = strcspn(++name, "/? ");
  if (length == 4 && memcmp(name, "hang", 4) == 0) return 1;
  rests[peer] = (struct rest){missing, sizeof missing - 1};
  for (int index = 0; index < count_of_answers; index++) {
    struct answer *answer = &answers[index];
    if (strlen(answer->name) == length && memcmp(answer->name, name, length) == 0)
      rests[peer] = (struct rest){answer->bytes, answer->size};
  }
  return write_rest(poller, peer, 0);
}

int main(int count, char **words) {
  if (count < 3 || count - 2 > most_listeners || !read_answers(words[1])) return 2;
  int poller = epoll_create1(0), last_listener = 0;
  struct epoll_event events[256], event = {.events = EPOLLIN};
  for (int index = 2; index < count; index++) {
    event.data.fd = last_listener = listener(words[index]);
    if (last_listener < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, last_listener, &event) != 0) return 1;
  }
  // Nothing else was opened before the listeners, so all that have greater numbers are connections.
  static char input[16384];
  for (;;) {
    int ready = epoll_wait(poller, events, 256, -1);
    for (int index = 0; index < ready; index++) {
      int peer = events[index].data.fd;
      if (peer <= last_listener) {
        event.data.fd = accept4(peer, NULL, NULL, SOCK_NONBLOCK);
        if (event.data.fd >= most_connections) close(event.data.fd);
        else if (event.data.fd >= 0) epoll_ctl(poller, EPOLL_CTL_ADD, event.data.fd, &event);
        continue;
      }
      if (rests[peer].size > 0) {
        if (!write_rest(poller, peer, 1)) rests[peer].size = 0, close(peer);
        continue;
      }
      ssize_t got = read(peer, input, sizeof input - 1);
      input[got > 0 ? got : 0] = 0;
      if (got <= 0 || !answer(poller, peer, input, (size_t)got)) rests[peer].size = 0, close(peer);
    }
  }
}
