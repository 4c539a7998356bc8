// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The source of certificates or a key in PEM form.
package enum PEMSource: Sendable, Equatable {
  case file(String)
  /// Bytes in memory, with a name for errors.
  case bytes([UInt8], name: String)

  /// The name in errors.
  package var name: String {
    switch self {
    case .file(let path): path
    case .bytes(_, let name): name
    }
  }

  /// The largest file that is read: a bundle of all public roots has a quarter of it.
  static let limit = 1_048_576

  /// Returns the bytes, at most `limit`.
  func read() throws(TLSError) -> [UInt8] {
    switch self {
    case .bytes(let bytes, _): return bytes
    case .file(let path): return try PEMSource.contents(of: path)
    }
  }

  private static func contents(of path: String) throws(TLSError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path, errno) }
    defer { _ = close(file) }
    var contents: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while true {
      // Safe: the kernel writes at most as many bytes as there is room.
      let count = unsafe Glibc.read(file, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, errno) }
      if count == 0 { return contents }
      guard contents.count + count <= limit else {
        throw TLSError(.malformed, path, "expected at most \(limit) bytes, found more")
      }
      contents += block[..<count]
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> TLSError {
    // Safe: strerror returns a string that lasts until this thread's next call.
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return TLSError(.unreadable, path, "expected a readable file: \(reason)")
  }
}
