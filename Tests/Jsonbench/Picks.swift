// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues

/// Six values of an answer, under names of their own.
struct Picks {
  /// Each with its name as it is written, a colon behind it.
  private let picks: [(name: [UInt8], path: JSONPath)]

  init(_ sample: Sample) throws {
    picks = try sample.queries.enumerated().map { index, query in
      (Picks.name("pick\(index)"), try JSONPath(query))
    }
  }

  static func name(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendJSON(text)
    return bytes + [UInt8(ascii: ":")]
  }

  var count: Int { picks.count }

  func answer(from body: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024)
    write(from: body, to: &bytes)
    return bytes
  }

  func write(from body: [UInt8], to bytes: inout [UInt8]) {
    guard let document = try? JSONDocument(body) else { return bytes.append("null") }
    var separator = UInt8(ascii: "{")
    for pick in picks {
      guard let node = try? pick.path.firstNode(in: document) else { continue }
      bytes.append(separator)
      bytes.append(pick.name.span)
      bytes.append(document.source(of: node))
      separator = UInt8(ascii: ",")
    }
    if separator == UInt8(ascii: "{") { bytes.append(separator) }
    bytes.append(UInt8(ascii: "}"))
  }
}
