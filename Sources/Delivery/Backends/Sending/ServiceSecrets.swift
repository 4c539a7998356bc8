// SPDX-License-Identifier: Apache-2.0

import Bytes
import Files
import Reactor
import Services
import Synchronization

/// The values that the machine has for services, in its environment and in files, and the access tokens that were
/// got with them. All loops share them.
package final class ServiceSecrets: Sendable {
  /// Maximum bytes of a file with a value.
  package static let fileBytes = 65_536
  /// Maximum bytes of a value.
  package static let valueBytes = 16_384
  /// Time for which a file is believed not to have changed.
  static let believed = Duration.seconds(1)

  package let environment: [String: String]
  private let files = Mutex<[String: KnownFile]>([:])
  let tokens = AccessTokens()

  private struct KnownFile {
    var value: Result<String, PlainError>
    var stamp: FileEntry.Stamp?
    var checked: Instant
  }

  /// - Parameter environment: variables by their names.
  package init(environment: [String: String] = ProcessEnvironment.all) {
    self.environment = environment
  }

  /// Returns a value; that of a file is read again once the file has changed, at most a second later.
  /// An error says where the value should be, and never what is there.
  func value(of declared: DeclaredValue, at now: Instant) throws(PlainError) -> String {
    switch declared.source {
    case .fixed(let text): text
    case .environment(let name): declared.prefix + (try variable(name))
    case .file(let path): declared.prefix + (try file(path, at: now))
    }
  }

  private func variable(_ name: String) throws(PlainError) -> String {
    guard let text = environment[name] else {
      throw PlainError("the environment has no \(name)")
    }
    return try ServiceSecrets.checked(text, "\(name) of the environment")
  }

  private func file(_ path: String, at now: Instant) throws(PlainError) -> String {
    try files.withLock { files in
      if let known = files[path] {
        if now < known.checked + ServiceSecrets.believed { return known.value }
        if let stamp = known.stamp, stamp == FileEntry.Stamp(of: path) {
          files[path]?.checked = now
          return known.value
        }
      }
      // The stamp first: what changes meanwhile is read again.
      let stamp = FileEntry.Stamp(of: path)
      let value = Result { () throws(PlainError) in try ServiceSecrets.read(path) }
      files[path] = KnownFile(value: value, stamp: stamp, checked: now)
      return value
    }.get()
  }

  private static func read(_ path: String) throws(PlainError) -> String {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path, limit: fileBytes)
    } catch {
      throw PlainError("\(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PlainError("the file \(path) is no text in UTF-8")
    }
    var end = text.utf8.endIndex
    while end > text.utf8.startIndex, text.utf8[text.utf8.index(before: end)] <= 0x20 {
      end = text.utf8.index(before: end)
    }
    return try checked(String(text[..<end]), "the file \(path)")
  }

  private static func checked(_ text: String, _ place: String) throws(PlainError) -> String {
    guard !text.isEmpty else { throw PlainError("\(place) is empty") }
    guard text.utf8.count <= valueBytes else {
      throw PlainError("\(place) has \(text.utf8.count) bytes, more than \(valueBytes)")
    }
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw PlainError("\(place) has a control character or a second line")
    }
    return text
  }
}
