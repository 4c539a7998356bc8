// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import Files

// A line of JSON for what the sketch is of, and one for each kind of answer, of visitor and of call.

extension TrafficSketch {
  private static let file = TrafficLines(
    "traffic",
    format: "portico traffic",
    version: 1,
    maximumBytes: 64 << 20
  )

  /// Reads the sketch that is kept in a folder; `nil` for none.
  package init?(keptIn folder: String) throws {
    var sketch = TrafficSketch()
    let isThere = try TrafficSketch.file.read(in: folder) { head in
      guard let newest = head["newest"]?.integer, let oldest = head["oldest"]?.integer,
        let thing = head["largestThing"]?.string.flatMap({ UInt64($0, radix: 16) })
      else { return false }
      let uncounted = Int(clamping: head["uncounted"]?.integer ?? 0)
      sketch.restore((newest, oldest, thing, uncounted))
      sketch.edition = head["edition"]?.string
      return true
    } others: { line in
      sketch.take(line)
    }
    guard isThere else { return nil }
    self = sketch
  }

  /// Takes over a line; `false` for one that is no part of a sketch.
  private mutating func take(_ line: DataValue) -> Bool {
    if let route = line["route"]?.string {
      guard let audience = line["audience"]?.string, let form = line["form"]?.string,
        case .bool(let isByFields)? = line["byFields"]?.content,
        case .array(let hours)? = line["hours"]?.content, hours.count == TrafficSketch.hours,
        let bytes = line["bytes"]?.integer
      else { return false }
      let thing = line["thing"]?.string
      let hash = thing.flatMap { UInt64($0, radix: 16) }
      guard (thing == nil) == (hash == nil) else { return false }
      var counts = Counts()
      counts.byHour = hours.map { Int(clamping: max(0, $0.integer ?? 0)) }
      counts.bytes = Int(clamping: max(0, bytes))
      let answer = Answer(
        route: route,
        audience: audience,
        isByFields: isByFields,
        form: form,
        thing: hash
      )
      restore(answer, counts)
      return true
    }
    guard let count = line["count"]?.integer, count > 0 else { return false }
    if let visitor = line["visitor"]?.string {
      add(visitor: visitor, Int(clamping: count))
      return true
    }
    guard let call = line["call"]?.string, let seconds = line["seconds"]?.integer,
      let bytes = line["bytes"]?.integer
    else { return false }
    add(
      call: call,
      seconds: Int(clamping: seconds),
      bytes: Int(clamping: bytes),
      count: Int(clamping: count)
    )
    return true
  }

  /// Writes the sketch into a folder, in place of the one that was there.
  package func keep(in folder: String) throws(FileError) {
    guard let newestHour, let oldestHour else { return }
    let head: [(String, DataValue)] = [
      ("newest", .number(newestHour)), ("oldest", .number(oldestHour)),
      ("largestThing", .text(String(largestThing, radix: 16))),
      ("uncounted", .number(Int64(uncounted))), ("edition", .text(edition)),
    ]
    var lines: [DataValue] = []
    for (answer, counts) in answers {
      let hours = counts.byHour.map { DataValue(.integer(Int64($0))) }
      lines.append(
        .members([
          ("route", .text(answer.route)), ("audience", .text(answer.audience)),
          ("byFields", .boolean(answer.isByFields)), ("form", .text(answer.form)),
          ("thing", .text(answer.thing.map { String($0, radix: 16) })),
          ("hours", DataValue(.array(hours))), ("bytes", .number(Int64(counts.bytes))),
        ])
      )
    }
    for (visitor, count) in visitors {
      lines.append(.members([("visitor", .text(visitor)), ("count", .number(Int64(count)))]))
    }
    for (name, call) in calls {
      lines.append(
        .members([
          ("call", .text(name)), ("count", .number(Int64(call.count))),
          ("seconds", .number(Int64(call.seconds))), ("bytes", .number(Int64(call.bytes))),
        ])
      )
    }
    try TrafficSketch.file.write(head, lines, in: folder)
  }
}
