// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import DataFiles
import Foundation

/// `swift run -c release formatbench`: how many bytes an answer has in each format and coding, and how
/// long an app takes to unpack and to parse them. It prints the tables of the page Formats.
@main
enum Formatbench {
  /// What an answer is written in, as the gateway writes it.
  private enum Format: String, CaseIterable {
    case json = "JSON"
    case xml = "XML property list"
    case binary = "binary property list"

    func bytes(of value: DataValue) throws -> [UInt8] {
      var bytes: [UInt8] = []
      switch self {
      case .json: try JSONWriter().write(value, to: &bytes)
      case .xml: XMLPropertyListWriter().write(value, to: &bytes)
      case .binary: BinaryPropertyListWriter().write(value, to: &bytes)
      }
      return bytes
    }

    /// Parses as an app does that wants dictionaries.
    func dictionary(of data: Data) throws -> Any {
      switch self {
      case .json: try JSONSerialization.jsonObject(with: data)
      case .xml, .binary:
        // Safe: nobody wants to be told the format.
        try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
      }
    }

    /// Parses as an app does that wants values of types of its own.
    func list(of data: Data) throws -> FlowerList {
      switch self {
      case .json: try JSONDecoder().decode(FlowerList.self, from: data)
      case .xml, .binary: try PropertyListDecoder().decode(FlowerList.self, from: data)
      }
    }
  }

  private static let codings: [(name: String, coding: Coding)] = [
    ("gzip", .gzip), ("brotli", .brotli), ("zstd", .zstd),
  ]

  static func main() throws {
    for count in [1, 20, 500] {
      let document = FlowerList.document(of: count)
      print("\n\(count) \(count == 1 ? "flower" : "flowers")\n")
      print("| format | bytes | gzip | brotli | zstd | as dictionaries | as own types |")
      print("|---|---|---|---|---|---|---|")
      for format in Format.allCases { try print(row(of: format, document, count)) }
    }
    let document = FlowerList.document(of: 500)
    print("\n500 flowers in JSON, unpacked\n\n| coding | time |\n|---|---|")
    for (name, coding) in codings {
      let packed = try packed(Format.json.bytes(of: document), coding)
      print("| \(name) | \(try time { try unpack(packed, coding) }) |")
    }
  }

  private static func row(
    of format: Format,
    _ document: DataValue,
    _ count: Int
  ) throws -> String {
    let bytes = try format.bytes(of: document)
    let data = Data(bytes)
    var cells = [format.rawValue, "\(bytes.count)"]
    for (_, coding) in codings { cells.append("\(try packed(bytes, coding).count)") }
    guard try format.list(of: data).data.count == count else { throw Unreadable() }
    cells.append(try time { _ = try format.dictionary(of: data) })
    cells.append(try time { _ = try format.list(of: data) })
    return "| \(cells.joined(separator: " | ")) |"
  }

  /// An answer as it is kept, and so as most visitors get it.
  private static func packed(_ bytes: [UInt8], _ coding: Coding) throws -> [UInt8] {
    var output = ByteBuffer()
    try coding.encode(bytes.span, level: .balanced, into: &output)
    return output.span.array
  }

  private static func unpack(_ bytes: [UInt8], _ coding: Coding) throws {
    var decoder = try BodyDecoder([coding])
    var rest = bytes[...]
    var needsDrain = true
    while needsDrain || !rest.isEmpty {
      var output = ByteBuffer()
      let step = try decoder.decode(rest.span, into: &output)
      rest = rest.dropFirst(step.consumed)
      needsDrain = step.needsDrain
    }
    try decoder.finish()
  }

  /// The median of many runs, in milliseconds.
  private static func time(_ body: () throws -> Void) throws -> String {
    let clock = ContinuousClock()
    let times = try (0..<101).map { _ in try clock.measure(body) }.sorted()
    let milliseconds = times[times.count / 2] / .milliseconds(1)
    return String(format: "%.3f ms", milliseconds)
  }
}

/// A format that is not read back as it was written would make its figures worthless.
struct Unreadable: Error {}
