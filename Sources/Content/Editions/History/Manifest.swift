// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

// A manifest has a line of JSON for each thing that it says: the first one for the edition as a whole, with
// the packs that its files lie in, and then one for each file. So what most want to know is read without
// the files, however many there are.

/// The list of an edition's files as it is kept.
struct Manifest {
  /// Where the bytes of a file lie.
  struct Location: Hashable {
    let pack: String
    let offset: Int
    let size: Int
  }

  /// A file that holds others.
  struct Pack {
    let name: String
    let size: Int
  }

  struct File {
    let path: String
    let digest: FileDigest
    let location: Location
  }

  /// The contents of the first line.
  struct Head {
    let name: String
    let published: UnixTime
    let fileCount: Int
    /// The packs with the bytes of each.
    let packs: [Pack]

    var entry: EditionHistory.Entry {
      EditionHistory.Entry(name: name, published: published, fileCount: fileCount)
    }
  }

  let head: Head
  let files: [File]

  init(name: String, published: UnixTime, packs: [Pack], files: [File]) {
    head = Head(name: name, published: published, fileCount: files.count, packs: packs)
    self.files = files
  }
}

extension Manifest {
  /// The version of the format of manifests.
  static let version: Int64 = 1

  /// The version that the first line of a manifest says. Those of before there were versions say none, and
  /// are of the first one.
  static func version(of line: ArraySlice<UInt8>) -> Int64 {
    let head = try? DataValue(reading: line.span, as: .json)
    guard case .integer(let version) = head?["version"]?.content else { return 1 }
    return version
  }
}

extension Manifest.Head {
  /// Reads the first line of a manifest; `nil` if it is none of that name.
  init?(_ line: ArraySlice<UInt8>, name: String) {
    guard let value = try? DataValue(reading: line.span, as: .json),
      case .string(name) = value["edition"]?.content,
      case .integer(let published) = value["published"]?.content,
      case .integer(let fileCount) = value["files"]?.content,
      case .array(let packs) = value["packs"]?.content
    else { return nil }
    self.name = name
    self.published = UnixTime(seconds: published)
    self.fileCount = Int(clamping: fileCount)
    self.packs = packs.compactMap { pack in
      guard case .string(let name) = pack["name"]?.content,
        case .integer(let size) = pack["size"]?.content
      else { return nil }
      return Manifest.Pack(name: name, size: Int(clamping: size))
    }
    guard self.packs.count == packs.count else { return nil }
  }

  fileprivate var line: DataValue {
    let packs = packs.map { pack in
      DataValue.members([("name", .text(pack.name)), ("size", .number(pack.size))])
    }
    return DataValue.members([
      ("version", .number(Manifest.version)), ("edition", .text(name)),
      ("published", .number(published.seconds)),
      ("files", .number(fileCount)), ("packs", .list(packs)),
    ])
  }
}

extension Manifest {
  /// Reads a manifest; `nil` if it is none of that name, or a part of one.
  init?(_ bytes: [UInt8], name: String) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    guard let head = lines.popFirst().flatMap({ Head($0, name: name) }),
      lines.count == head.fileCount
    else { return nil }
    self.head = head
    var files: [File] = []
    files.reserveCapacity(lines.count)
    for line in lines {
      guard let file = File(line, head.packs) else { return nil }
      files.append(file)
    }
    self.files = files
  }

  /// The manifest as it is kept.
  func bytes() throws(DataFileError) -> [UInt8] {
    let writer = JSONWriter()
    let numbers = Dictionary(
      head.packs.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var bytes: [UInt8] = []
    try writer.write(head.line, to: &bytes)
    for file in files {
      bytes.append(UInt8(ascii: "\n"))
      try writer.write(file.line(numbers), to: &bytes)
    }
    return bytes
  }
}

extension Manifest.File {
  fileprivate init?(_ line: ArraySlice<UInt8>, _ packs: [Manifest.Pack]) {
    guard let value = try? DataValue(reading: line.span, as: .json),
      case .string(let path) = value["path"]?.content,
      case .string(let text) = value["digest"]?.content, let digest = FileDigest(text: text),
      case .integer(let pack) = value["pack"]?.content,
      case .integer(let offset) = value["at"]?.content, offset >= 0,
      case .integer(let size) = value["size"]?.content, size >= 0,
      let number = Int(exactly: pack), packs.indices.contains(number),
      let end = Optional(offset.addingReportingOverflow(size)), !end.overflow,
      end.partialValue <= packs[number].size
    else { return nil }
    self.path = path
    self.digest = digest
    location = Manifest.Location(
      pack: packs[number].name,
      offset: Int(clamping: offset),
      size: Int(clamping: size)
    )
  }

  fileprivate func line(_ packs: [String: Int]) -> DataValue {
    DataValue.members([
      ("path", .text(path)), ("digest", .text(digest.text)),
      ("pack", .number(packs[location.pack] ?? -1)),
      ("at", .number(location.offset)), ("size", .number(location.size)),
    ])
  }
}
