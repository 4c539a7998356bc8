// SPDX-License-Identifier: Apache-2.0
// Tells the thread sanitizer about Swift's Mutex. A contended Mutex is handed over by the kernel
// inside Swift's own library, where the sanitizer sees nothing, so it would report a race for
// whatever the Mutex protects. Preloaded by `make sanitize`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT_METHOD __attribute__((swiftcall)) void
#define SELF __attribute__((swift_context)) void *self

// Synchronization._MutexHandle._lockSlow(_: UInt32) and ._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT_METHOD lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT_METHOD unlock_slow(SELF) __asm__(UNLOCK);

SWIFT_METHOD lock_slow(uint32_t thread, SELF) {
  typedef SWIFT_METHOD Method(uint32_t, SELF);
  ((Method *)dlsym(RTLD_NEXT, LOCK))(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT_METHOD unlock_slow(SELF) {
  typedef SWIFT_METHOD Method(SELF);
  if (__tsan_release) __tsan_release(self);
  ((Method *)dlsym(RTLD_NEXT, UNLOCK))(self);
}
