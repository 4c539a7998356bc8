// SPDX-License-Identifier: Apache-2.0
#include "forgetful.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What a write replaced: `length` bytes at `offset` of a file that had `size` bytes.
typedef struct Change {
  struct Change *before;
  sqlite3_int64 offset, size;
  int length;
  unsigned char bytes[];
} Change;

/// A watched file, known by its path for as long as the process lives.
typedef struct Watched {
  struct Watched *next;
  char *path;
  Change *last;
} Watched;

/// A file of SQLite's own VFS with what it is watched by behind it.
typedef struct File {
  sqlite3_file base;
  const sqlite3_io_methods *own;
  Watched *watched;
} File;

static sqlite3_vfs *usual;
static sqlite3_vfs vfs;
static sqlite3_io_methods methods;
static Watched *all;
static int syncs_fail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The usual VFS's file stands at the beginning, with its own methods put back for each call.
static sqlite3_file *inner(sqlite3_file *file) {
  return (sqlite3_file *)((char *)file + sizeof(File));
}

static Watched *find(const char *path) {
  for (Watched *watched = all; watched; watched = watched->next)
    if (!strcmp(watched->path, path)) return watched;
  Watched *watched = calloc(1, sizeof(Watched));
  watched->path = strdup(path);
  watched->next = all;
  return all = watched;
}

static void forget(Watched *watched) {
  while (watched->last) {
    Change *before = watched->last->before;
    free(watched->last);
    watched->last = before;
  }
}

static void keep(File *file, sqlite3_int64 offset, int length) {
  Change *change = calloc(1, sizeof(Change) + (size_t)length);
  sqlite3_file *base = inner(&file->base);
  base->pMethods->xFileSize(base, &change->size);
  change->offset = offset;
  change->length = length;
  // A read past the end is short, and filled with zeros.
  base->pMethods->xRead(base, change->bytes, length, offset);
  pthread_mutex_lock(&lock);
  change->before = file->watched->last;
  file->watched->last = change;
  pthread_mutex_unlock(&lock);
}

#define INNER(file) inner(file)->pMethods
static int close_(sqlite3_file *f) { return INNER(f)->xClose(inner(f)); }
static int read_(sqlite3_file *f, void *b, int n, sqlite3_int64 o) {
  return INNER(f)->xRead(inner(f), b, n, o);
}
static int write_(sqlite3_file *f, const void *b, int n, sqlite3_int64 o) {
  if (((File *)f)->watched) keep((File *)f, o, n);
  return INNER(f)->xWrite(inner(f), b, n, o);
}
static int truncate_(sqlite3_file *f, sqlite3_int64 size) {
  sqlite3_int64 present = 0;
  INNER(f)->xFileSize(inner(f), &present);
  if (((File *)f)->watched && present > size) keep((File *)f, size, (int)(present - size));
  return INNER(f)->xTruncate(inner(f), size);
}
static int sync_(sqlite3_file *f, int flags) {
  Watched *watched = ((File *)f)->watched;
  if (watched && syncs_fail) return SQLITE_IOERR_FSYNC;
  if (watched) {
    pthread_mutex_lock(&lock);
    forget(watched);
    pthread_mutex_unlock(&lock);
  }
  return INNER(f)->xSync(inner(f), flags);
}
static int size_(sqlite3_file *f, sqlite3_int64 *s) { return INNER(f)->xFileSize(inner(f), s); }
static int lock_(sqlite3_file *f, int l) { return INNER(f)->xLock(inner(f), l); }
static int unlock_(sqlite3_file *f, int l) { return INNER(f)->xUnlock(inner(f), l); }
static int reserved_(sqlite3_file *f, int *r) {
  return INNER(f)->xCheckReservedLock(inner(f), r);
}
static int control_(sqlite3_file *f, int op, void *a) {
  return INNER(f)->xFileControl(inner(f), op, a);
}
static int sector_(sqlite3_file *f) { return INNER(f)->xSectorSize(inner(f)); }
static int traits_(sqlite3_file *f) { return INNER(f)->xDeviceCharacteristics(inner(f)); }
static int map_(sqlite3_file *f, int i, int n, int e, void volatile **p) {
  return INNER(f)->xShmMap(inner(f), i, n, e, p);
}
static int shared_(sqlite3_file *f, int o, int n, int flags) {
  return INNER(f)->xShmLock(inner(f), o, n, flags);
}
static void barrier_(sqlite3_file *f) { INNER(f)->xShmBarrier(inner(f)); }
static int unmap_(sqlite3_file *f, int d) { return INNER(f)->xShmUnmap(inner(f), d); }

static int open_(sqlite3_vfs *v, const char *path, sqlite3_file *f, int flags, int *out) {
  (void)v;
  File *file = (File *)f;
  memset(file, 0, sizeof(File));
  int code = usual->xOpen(usual, path, inner(f), flags, out);
  // SQLite closes a file that has methods, even one that could not be opened.
  if (!inner(f)->pMethods) return code;
  if (path && strstr(path, "forgetful")) {
    pthread_mutex_lock(&lock);
    file->watched = find(path);
    pthread_mutex_unlock(&lock);
  }
  file->base.pMethods = &methods;
  return code;
}

int forgetful_install(void) {
  if (usual) return SQLITE_OK;
  usual = sqlite3_vfs_find(0);
  vfs = *usual;
  vfs.pNext = 0;
  vfs.zName = "forgetful";
  vfs.szOsFile = (int)sizeof(File) + usual->szOsFile;
  vfs.xOpen = open_;
  // Without xFetch: pages are read, never mapped.
  methods = (sqlite3_io_methods){
      2,     close_,   read_,   write_,   truncate_, sync_,  size_,   lock_,   unlock_,
      reserved_, control_, sector_, traits_, map_,      shared_, barrier_, unmap_, 0, 0};
  return sqlite3_vfs_register(&vfs, 1);
}

int forgetful_undo(const char *original, const char *copy) {
  int number = open(copy, O_RDWR);
  if (number < 0) return -1;
  int count = 0;
  pthread_mutex_lock(&lock);
  for (Change *change = find(original)->last; change; change = change->before) {
    if (pwrite(number, change->bytes, (size_t)change->length, change->offset) < 0) count = -1;
    if (ftruncate(number, change->size) < 0) count = -1;
    if (count < 0) break;
    count += 1;
  }
  pthread_mutex_unlock(&lock);
  close(number);
  return count;
}

void forgetful_fail_syncs(int fails) { syncs_fail = fails; }
