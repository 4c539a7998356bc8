// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Watches folders for changes with inotify.
///
/// inotify reports changes of single folders, so every folder is watched, and all are listed again
/// after each change, since a new folder may have got files before it was watched.
package struct FolderWatch: ~Copyable {
  private static let wantedEvents = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
      | IN_DELETE_SELF | IN_MOVE_SELF
  )

  private let deep: [String]
  private let flat: [String]
  /// The notifications of the kernel; -1 while it gives none.
  private var notifications: Int32 = -1
  /// The number of watched folders that exist.
  private var watched = 0

  /// The first folder that is there and could not be watched at the last look; its changes go unseen. The kernel may
  /// refuse all of them, since it has a limit for the processes of one user together.
  package private(set) var fault: FileError?

  /// Watches the `deep` folders with everything below them, and the `flat` ones without. Missing
  /// folders are looked for again from time to time.
  package init(_ deep: [String], flat: [String] = []) {
    self.deep = deep
    self.flat = flat
    watched = watch()
  }

  deinit { if notifications >= 0 { _ = close(notifications) } }

  /// Waits until something has changed and then nothing for `quiet` milliseconds, so that saving
  /// many files is one change. Returns `false` if nothing changed within `timeout` milliseconds.
  /// Folders that were missing or could not be watched are looked at again afterwards.
  package mutating func wait(timeout: Int32, quiet: Int32) -> Bool {
    guard isReadable(within: timeout) else {
      guard watched < deep.count + flat.count || fault != nil else { return false }
      let (before, hadFault) = (watched, fault != nil)
      watched = watch()
      // Changes in a folder that could not be watched were missed: report a change.
      return watched > before || (hadFault && fault == nil)
    }
    repeat { drain() } while isReadable(within: quiet)
    watched = watch()
    return true
  }

  /// Adds watches for all folders, and returns how many exist.
  private mutating func watch() -> Int {
    fault = nil
    if notifications < 0 {
      notifications = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard notifications >= 0 else {
        note(.watching((deep + flat).joined(separator: ", ")))
        return 0
      }
    }
    var found = 0
    for folder in flat where watch(folder) { found += 1 }
    for root in deep where watch(root) {
      found += 1
      do throws(FileError) {
        for folder in try FileTree(root).folders.dropFirst() { watch("\(root)/\(folder)") }
      } catch {
        note(error)
      }
    }
    return found
  }

  /// Safe: the path is a C string that lives as long as the call. A folder that is watched already
  /// stays so; one that cannot be watched is tried again at the next look.
  @discardableResult
  private mutating func watch(_ path: String) -> Bool {
    if unsafe inotify_add_watch(notifications, path, FolderWatch.wantedEvents) >= 0 { return true }
    note(.watching(path))
    return false
  }

  /// Keeps an error of a folder that is there.
  private mutating func note(_ error: FileError) {
    if fault == nil, error.code != ENOENT, error.code != ENOTDIR { fault = error }
  }

  /// True when there are notifications; without any from the kernel, false after the time.
  private func isReadable(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: notifications, events: Int16(POLLIN), revents: 0)
    while true {
      // Safe: the kernel writes to the one structure and keeps no pointer to it.
      let count = unsafe poll(&request, 1, milliseconds)
      if count >= 0 || clinux_errno() != EINTR { return count > 0 }
    }
  }

  /// Discards the pending notifications: only the fact of a change matters.
  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        // Safe: the kernel writes at most as many bytes as there are.
        unsafe read(notifications, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { return }
    }
  }
}
