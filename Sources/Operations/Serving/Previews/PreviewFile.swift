// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Sites

/// The file with a site's previews, which a restart and the process that takes over read.
struct PreviewFile: Sendable {
  static let name = "previews.json"
  private static let (format, version) = ("portico previews", Int64(1))
  private static let maximumBytes = 262_144

  private let folder: String
  private var path: String { "\(folder)/\(PreviewFile.name)" }

  /// - Parameter folder: where a site keeps its state.
  init(in folder: String) { self.folder = folder }

  /// The previews; none where there is no file.
  func read() throws(SourceFault) -> [Preview] {
    guard Files.exists(path) else { return [] }
    let value: DataValue
    do {
      let bytes = try Files.read(path, limit: PreviewFile.maximumBytes)
      value = try DataValue(reading: bytes.span, as: .json)
    } catch {
      throw SourceFault(path: path, reason: "\(error)")
    }
    guard value["version"]?.integer == PreviewFile.version,
      case .array(let entries)? = value["previews"]?.content
    else {
      throw SourceFault(path: path, reason: "expected version \(PreviewFile.version) of the format")
    }
    return entries.compactMap { Preview($0) }
  }

  func write(_ previews: [Preview]) throws(SourceFault) {
    do {
      try Files.makeFolder(folder)
      let text = DataValue.members([
        ("format", .text(PreviewFile.format)), ("version", .number(PreviewFile.version)),
        ("previews", .list(previews.map(\.members))),
      ])
      try Files.write(text.json, to: path)
    } catch {
      throw SourceFault(path: path, reason: "\(error)")
    }
  }
}
