// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Digests
import Files

/// The list of an edition's files as it is kept.
struct Manifest {
  struct File {
    let path: String
    let digest: String
    let size: Int
  }

  let name: String
  let published: UnixTime
  let files: [File]

  var entry: EditionHistory.Entry {
    EditionHistory.Entry(name: name, published: published, fileCount: files.count)
  }

  init(name: String, published: UnixTime, files: [KnownFile]) {
    self.name = name
    self.published = published
    self.files = files.map { file in
      File(
        path: file.entry.path,
        digest: file.digest.text,
        size: file.entry.size
      )
    }
  }

  /// Reads a list; `nil` if it is none.
  init?(json: [UInt8], name: String) {
    guard let value = try? DataValue(reading: json.span, as: .json),
      case .integer(let published) = value["published"]?.content,
      case .array(let files) = value["files"]?.content
    else { return nil }
    self.name = name
    self.published = UnixTime(seconds: published)
    self.files = files.compactMap { file in
      guard case .string(let path) = file["path"]?.content,
        case .string(let digest) = file["digest"]?.content,
        case .integer(let size) = file["size"]?.content
      else { return nil }
      return File(path: path, digest: digest, size: Int(clamping: size))
    }
    guard self.files.count == files.count else { return nil }
  }

  var json: [UInt8] {
    let files = files.map { file in
      Manifest.dictionary([
        ("path", .string(file.path)), ("digest", .string(file.digest)),
        ("size", .integer(Int64(file.size))),
      ])
    }
    var bytes: [UInt8] = []
    let value = Manifest.dictionary([
      ("name", .string(name)), ("published", .integer(published.seconds)),
      ("files", .array(files)),
    ])
    try? JSONWriter().write(value, to: &bytes)
    return bytes
  }

  private static func dictionary(_ members: [(String, DataValue.Content)]) -> DataValue {
    let members = members.map { DataDictionary.Member($0.0, DataValue($0.1)) }
    return DataValue(.dictionary((try? DataDictionary(members)) ?? DataDictionary()))
  }
}
