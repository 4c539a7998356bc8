// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles

extension HistoryAnswer {
  /// The answer as JSON: the columns of each series, and its points as arrays of the time and a figure
  /// for each column, `null` where there is none.
  package var json: [UInt8] {
    var bytes = Array("{\"from\":\(from),\"to\":\(to),\"step\":\(step),\"series\":[".utf8)
    for (number, line) in lines.enumerated() {
      bytes += (number == 0 ? "\n{" : ",\n{").utf8
      line.writeHead(to: &bytes)
      for (shift, points) in line.points {
        guard let shift else {
          bytes += ",\"points\":".utf8
          HistoryAnswer.write(points, to: &bytes)
          bytes += ",\"compare\":{".utf8
          continue
        }
        if bytes.last != UInt8(ascii: "{") { bytes += ",".utf8 }
        bytes.appendJSON(shift)
        bytes += ":".utf8
        HistoryAnswer.write(points, to: &bytes)
      }
      bytes += "}".utf8
      if !line.usual.isEmpty {
        bytes += ",\"usual\":".utf8
        HistoryAnswer.write(line.usual.map(\.point), to: &bytes)
      }
      bytes += "}".utf8
    }
    bytes += "],\n\"annotations\":[".utf8
    for (number, annotation) in annotations.enumerated() {
      if number > 0 { bytes += ",".utf8 }
      annotation.write(to: &bytes)
    }
    bytes += "]".utf8
    if !silent.isEmpty {
      let missing = silent.map { DataValue.members([("node", .text($0)), ("reason", .text($1))]) }
      bytes += ",\n\"missing\":".utf8 + DataValue.list(missing).json
    }
    bytes += "}\n".utf8
    return bytes
  }

  private static func write(_ points: [Point], to bytes: inout [UInt8]) {
    bytes += "[".utf8
    for (number, point) in points.enumerated() {
      bytes += "\(number == 0 ? "" : ",")[\(point.time)".utf8
      for value in point.values { bytes += ",\(value.map(HistoryAnswer.text) ?? "null")".utf8 }
      bytes += "]".utf8
    }
    bytes += "]".utf8
  }

  /// The answer as CSV (RFC 4180) with a row for each figure; those of an earlier time have it in the
  /// column `compare`.
  package var csv: [UInt8] {
    var bytes = Array("time,series,compare,column,value\r\n".utf8)
    for line in lines {
      let needsQuotes = line.text.contains(/[",\r\n]/)
      let name = needsQuotes ? "\"\(line.text.replacing("\"", with: "\"\""))\"" : line.text
      for (shift, points) in line.points {
        for point in points {
          for (column, value) in zip(line.columns, point.values) {
            let figure = value.map(HistoryAnswer.text) ?? ""
            bytes += "\(point.time),\(name),\(shift ?? ""),\(column),\(figure)\r\n".utf8
          }
        }
      }
    }
    return bytes
  }

  private static func text(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let whole = value.rounded()
    return whole == value && abs(value) < 1e15 ? "\(Int64(whole))" : "\(value)"
  }
}

extension HistoryAnswer.UsualRange {
  /// The bounds of each figure, one after the other.
  fileprivate var point: HistoryAnswer.Point {
    HistoryAnswer.Point(time: time, values: ranges.flatMap { [$0?.lowerBound, $0?.upperBound] })
  }
}

extension HistoryAnswer.Line {
  fileprivate func writeHead(to bytes: inout [UInt8]) {
    bytes += "\"series\":".utf8
    bytes.appendJSON(text)
    bytes += ",".utf8
    HistorySeries.write(name, labels, to: &bytes)
    bytes += ",\"kind\":\"\(kind.rawValue)\",\"unit\":\"\(unit)\",\"columns\":[\"time\"".utf8
    for column in columns { bytes += ",\"\(column)\"".utf8 }
    bytes += "]".utf8
  }
}

extension HistorySeries {
  /// The series with its labels, kind and unit as a JSON object.
  package func writeJSON(to bytes: inout [UInt8]) {
    bytes += "{\"series\":".utf8
    bytes.appendJSON(text)
    bytes += ",".utf8
    HistorySeries.write(name, labels, to: &bytes)
    bytes += ",\"kind\":\"\(kind.rawValue)\",\"unit\":\"\(unit)\"}".utf8
  }

  fileprivate static func write(_ name: String, _ labels: [Label], to bytes: inout [UInt8]) {
    bytes += "\"name\":".utf8
    bytes.appendJSON(name)
    bytes += ",\"labels\":{".utf8
    for (number, label) in labels.enumerated() {
      if number > 0 { bytes += ",".utf8 }
      bytes.appendJSON(label.name)
      bytes += ":".utf8
      bytes.appendJSON(label.value)
    }
    bytes += "}".utf8
  }
}
