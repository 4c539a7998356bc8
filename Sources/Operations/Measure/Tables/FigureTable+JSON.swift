// SPDX-License-Identifier: Apache-2.0

import Bytes

extension FigureTable {
  /// The rows as JSON objects with the columns' keys; figures are in base units.
  package var json: [UInt8] { FigureTable.json(of: [self]) }

  /// Several tables as one JSON object, each under its name.
  package static func json(of tables: [FigureTable]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (number, table) in tables.enumerated() {
      bytes += (number == 0 ? "{" : ",\n").utf8
      table.writeMember(to: &bytes)
    }
    bytes += "}\n".utf8
    return bytes
  }

  private func writeMember(to bytes: inout [UInt8]) {
    bytes.appendJSON(name)
    bytes += ":[".utf8
    for (number, row) in rows.enumerated() {
      bytes += (number == 0 ? "\n{" : ",\n{").utf8
      var isFirst = true
      for (column, figure) in zip(columns, row.figures) where figure != .none {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.appendJSON(column.key)
        bytes.append(UInt8(ascii: ":"))
        figure.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes += "]".utf8
  }
}

extension Figure {
  fileprivate func write(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text), .code(let text): bytes.appendJSON(text)
    case .count(let number), .bytes(let number): bytes += "\(number)".utf8
    case .perSecond(let number), .seconds(let number), .share(let number), .factor(let number),
      .number(let number):
      bytes += (number.isFinite ? "\(number)" : "null").utf8
    case .none: bytes += "null".utf8
    }
  }
}
