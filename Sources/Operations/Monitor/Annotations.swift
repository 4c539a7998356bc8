// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import Files
import Synchronization

/// An event that explains a change in charts: a publication, a purge, a deployment.
package struct Annotation: Sendable, Equatable {
  /// Seconds since 1970.
  package let time: Int64
  /// A lower-case word, such as `publication` or `deploy`.
  package let kind: String
  package let text: String
  package let site: String?

  package static let kindLimit = 40
  package static let textLimit = 500

  /// Creates an annotation; `nil` where the kind is no lower-case word, or the text is empty or too long.
  package init?(time: Int64, kind: String, text: String, site: String? = nil) {
    let isWord = kind.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard isWord, (1...Annotation.kindLimit).contains(kind.utf8.count), !text.isEmpty,
      text.unicodeScalars.count <= Annotation.textLimit
    else { return nil }
    (self.time, self.kind, self.text, self.site) = (time, kind, text, site)
  }

  /// Reads an annotation as `write` has it.
  init?(_ data: DataValue) {
    guard let time = data["time"]?.integer, let kind = data["kind"]?.string,
      let text = data["text"]?.string
    else { return nil }
    self.init(time: time, kind: kind, text: text, site: data["site"]?.string)
  }

  /// Appends the annotation as a JSON object.
  package func write(to bytes: inout [UInt8]) {
    bytes += "{\"time\":\(time),\"kind\":".utf8
    bytes.appendJSON(kind)
    bytes += ",\"text\":".utf8
    bytes.appendJSON(text)
    if let site {
      bytes += ",\"site\":".utf8
      bytes.appendJSON(site)
    }
    bytes += "}".utf8
  }
}

/// The newest annotations, in a file with a line for each.
package final class Annotations: Sendable {
  /// The maximum number of kept annotations.
  package static let limit = 10_000
  private static let firstLine = #"{"format":"portico annotations","version":1}"#

  private let path: String
  private let report: @Sendable (String) -> Void
  private let kept: Mutex<[Annotation]>

  /// Reads the file in a folder. A file of another version is set aside and reported.
  package init(in folder: String, at now: Int64, report: @escaping @Sendable (String) -> Void) {
    path = "\(folder)/annotations"
    self.report = report
    var found: [Annotation] = []
    // The file is written anew where it is missing, too long, or cut off by a crash.
    var isWhole = false
    do {
      try Files.makeFolder(folder)
      if Files.exists(path) {
        let bytes = try Files.read(path, limit: 64 << 20)
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        isWhole = bytes.last == UInt8(ascii: "\n") && lines.count <= 2 * Annotations.limit
        if lines.first.map({ Array($0) == Array(Annotations.firstLine.utf8) }) == true {
          found = lines.dropFirst().compactMap { line in
            (try? DataValue(reading: Array(line).span, as: .json)).flatMap { Annotation($0) }
          }
        } else {
          isWhole = false
          let other = "\(path).unreadable-\(now)"
          try Files.move(path, to: other)
          report("history: \(path) is no file of annotations in version 1; it is \(other) now")
        }
      }
      if !isWhole {
        try Files.write(Annotations.bytes(of: found.suffix(Annotations.limit)), to: path)
      }
    } catch {
      report("history: \(error); annotations are kept in memory until the next start")
    }
    kept = Mutex(Array(found.suffix(Annotations.limit)))
  }

  private static func bytes(of annotations: some Collection<Annotation>) -> [UInt8] {
    var bytes = Array(firstLine.utf8)
    bytes.append(UInt8(ascii: "\n"))
    for annotation in annotations {
      annotation.write(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Adds an annotation. If the disk does not accept it, it is kept in memory, and that is
  /// reported.
  package func add(_ annotation: Annotation) {
    var line: [UInt8] = []
    annotation.write(to: &line)
    line.append(UInt8(ascii: "\n"))
    kept.withLock { kept in
      if kept.count == Annotations.limit { kept.removeFirst() }
      kept.append(annotation)
      do throws(FileError) {
        try AppendedFile(path).append(line)
      } catch {
        report("history: \(error); the annotation \"\(annotation.text)\" is kept in memory only")
      }
    }
  }

  /// Returns the annotations of a time span, the oldest first.
  package func during(_ seconds: Range<Int64>) -> [Annotation] {
    kept.withLock { $0 }.filter { seconds.contains($0.time) }.sorted { $0.time < $1.time }
  }
}
