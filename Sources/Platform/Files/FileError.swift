// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A failed system call on a file.
package struct FileError: Error, Hashable, Sendable {
  /// The operation, such as `read`.
  package let operation: String
  package let path: String
  /// The kernel's `errno`.
  package let code: Int32
  /// The size limit that the file exceeds.
  package var limit: Int?
  /// The kernel's setting by which it refused.
  package private(set) var setting: String?

  /// Whether there is no room left on the disk, or none for this user.
  package var isFull: Bool { code == ENOSPC || code == EDQUOT }

  /// Returns the error of this thread's last system call.
  static func last(_ operation: String, _ path: String) -> FileError {
    FileError(operation: operation, path: path, code: clinux_errno())
  }

  /// Returns the error of this thread's last system call of inotify, which tells with words of files which limit of
  /// notifications was reached.
  static func watching(_ path: String) -> FileError {
    var error = last("watch", path)
    error.setting =
      switch error.code {
      case EMFILE: "fs.inotify.max_user_instances"
      case ENOSPC: "fs.inotify.max_user_watches"
      default: nil
      }
    return error
  }
}

extension FileError: CustomStringConvertible {
  package var description: String {
    if let limit { return "cannot \(operation) \(path): it has more than \(limit) bytes" }
    // Safe: GNU's strerrordesc_np returns a static string or nil.
    let text = unsafe clinux_error_text(code).map { unsafe String(cString: $0) }
    return "cannot \(operation) \(path): \(text ?? "error \(code)")"
      + (setting.map { "; the limit is \($0) of the kernel" } ?? "")
  }
}
