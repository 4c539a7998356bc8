// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Message
import Synchronization

/// The file that keeps alerts and silences across restarts.
final class AlertFile: Sendable {
  private static let maximumBytes = 16 << 20

  private let path: String
  /// The content as it was read or written last, and whether a failure to write was reported.
  private let content = Mutex<(bytes: [UInt8], isTold: Bool)>(([], false))

  /// - Parameter folder: the state folder.
  init(in folder: String) { path = "\(folder)/alerts.json" }

  /// Reads the alerts and silences; if they cannot be read, logs that and returns an empty book. A file of another
  /// version is set aside.
  func read(at now: Int64) -> AlertBook {
    guard Files.exists(path) else { return AlertBook() }
    do {
      let bytes = try Files.read(path, limit: AlertFile.maximumBytes)
      let kept = try DataValue(reading: bytes.span, as: .json)
      let version = AlertBook.version(of: kept)
      guard version == AlertBook.version else {
        let aside = "\(path).version-\(version)"
        try Files.move(path, to: aside)
        SharedResources.tell(
          "alert: \(path) has version \(version) of the format of alerts, expected \(AlertBook.version): it is"
            + " \(aside) now, and alerts and silences begin anew"
        )
        return AlertBook()
      }
      let book = AlertBook(kept: kept, at: now)
      content.withLock { $0.bytes = bytes }
      return book
    } catch {
      SharedResources.tell("alert: the alerts in \(path) are lost: \(error)")
      return AlertBook()
    }
  }

  /// Writes the book if it has changed since the last time; may wait for the disk.
  func write(_ book: AlertBook) {
    let bytes = book.kept.json
    content.withLock { content in
      guard bytes != content.bytes else { return }
      do throws(FileError) {
        try Files.write(bytes, to: path)
        content = (bytes, false)
      } catch {
        if !content.isTold { SharedResources.tell("alert: alerts are not kept: \(error)") }
        content.isTold = true
      }
    }
  }
}
