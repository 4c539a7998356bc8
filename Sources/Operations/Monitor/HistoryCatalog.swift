// SPDX-License-Identifier: Apache-2.0
//
// The rows of the history identify series by numbers. The catalog assigns them: it is a file that
// begins with a line about itself, and has a line for each series, in the order of their numbers.
// It is written to the disk before a row uses a new number, so a number never changes its meaning.

import Bytes
import DataFiles
import Files
import Signals
import Synchronization

/// A series of the history.
package struct HistorySeries: Sendable, Hashable {
  package let name: String
  package let labels: [Label]
  let kind: Kind
  let unit: SignalUnit

  package struct Label: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  enum Kind: String, Sendable { case counter, gauge, histogram }

  /// The name with the labels, as people read and as queries have it: `name{site=shop,kind=answer}`.
  package var text: String {
    guard !labels.isEmpty else { return name }
    return "\(name){\(labels.map { "\($0.name)=\($0.value)" }.joined(separator: ","))}"
  }

  init(counter name: String, labels: [Label]) {
    (self.name, self.labels, kind, unit) = (name, labels, .counter, .none)
  }

  init(_ description: SignalDescription, _ labelValues: [String]) {
    name = description.name
    unit = description.unit
    labels = zip(description.labelNames, labelValues).map { Label(name: $0, value: $1) }
    kind =
      switch description.kind {
      case .counter: .counter
      case .gauge, .info, .stateSet: .gauge
      case .histogram: .histogram
      }
  }
}

extension SignalUnit {
  /// The unit that files and answers of the history call so.
  init?(named name: String) {
    guard let unit = [Self.none, .seconds, .bytes, .ratio].first(where: { "\($0)" == name }) else {
      return nil
    }
    self = unit
  }
}

/// The series of a history by their numbers.
final class HistoryCatalog: Sendable {
  /// The maximum number of series that a history ever has, besides those of promises.
  static let mostSeries = 20_000

  /// A random name of the history, which all its files state.
  let store: String
  /// The path; `nil` for a catalog in memory.
  private let path: String?
  var isOnDisk: Bool { path != nil }
  private let state: Mutex<State>

  private struct State {
    var series: [HistorySeries] = []
    var numbers: [HistorySeries: Int] = [:]
    /// The number of series that are in the file.
    var written = 0

    mutating func add(_ one: HistorySeries) {
      numbers[one] = series.count
      series.append(one)
    }
  }

  /// Creates a catalog in memory.
  init() {
    store = HistoryCatalog.newStore
    path = nil
    state = Mutex(State())
  }

  /// Opens a catalog; creates it if it is missing. `nil` for a file of another version or of something else.
  init?(_ path: String) throws {
    self.path = path
    guard Files.exists(path) else {
      store = HistoryCatalog.newStore
      state = Mutex(State())
      try Files.write(HistoryCatalog.bytes(store, []), to: path)
      return
    }
    let lines = try Files.read(path, limit: 64 << 20).split(separator: UInt8(ascii: "\n"))
    let first = lines.first.map(Array.init) ?? []
    guard case .string(let store) = HistoryCatalog.value(first)?["store"]?.content,
      HistoryCatalog.bytes(store, []).dropLast() == first[...]
    else { return nil }
    self.store = store
    var state = State()
    for line in lines.dropFirst() {
      let line = Array(line)
      guard let series = HistorySeries(reading: line) else { return nil }
      state.add(series)
    }
    state.written = state.series.count
    self.state = Mutex(state)
  }

  private static var newStore: String { String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }

  private static func bytes(_ store: String, _ series: [HistorySeries]) -> [UInt8] {
    var bytes = Array(
      "{\"format\":\"portico history\",\"version\":1,\"store\":\"\(store)\"}\n".utf8
    )
    for one in series { one.write(to: &bytes) }
    return bytes
  }

  fileprivate static func value(_ line: [UInt8]) -> DataDictionary? {
    guard let value = try? DataValue(reading: line.span, as: .json),
      case .dictionary(let members) = value.content
    else { return nil }
    return members
  }

  var all: [HistorySeries] { state.withLock { $0.series } }

  /// The units of all series by their numbers.
  var units: [Int: SignalUnit] {
    Dictionary(uniqueKeysWithValues: all.enumerated().map { ($0.offset, $0.element.unit) })
  }

  /// The worths of all series by their numbers.
  var worths: [Int: HistoryWorth] {
    Dictionary(uniqueKeysWithValues: all.enumerated().map { ($0.offset, HistoryWorth($0.element)) })
  }

  /// Returns the number of a series, and assigns one if it has none; `nil` where there is no room.
  func number(of one: HistorySeries) -> Int? {
    state.withLock { state in
      if let number = state.numbers[one] { return number }
      guard one.name == PromiseSeries.name || state.series.count < HistoryCatalog.mostSeries else {
        return nil
      }
      state.add(one)
      return state.series.count - 1
    }
  }

  /// Writes series that are not in the file yet.
  func writeNew() throws(FileError) {
    guard let path else { return }
    let (series, written) = state.withLock { ($0.series, $0.written) }
    guard series.count > written else { return }
    try Files.write(HistoryCatalog.bytes(store, series), to: path)
    state.withLock { $0.written = series.count }
  }
}

extension HistorySeries {
  fileprivate func write(to bytes: inout [UInt8]) {
    bytes += "{\"name\":".utf8
    bytes.appendJSON(name)
    bytes += ",\"kind\":\"\(kind.rawValue)\",\"unit\":\"\(unit)\",\"labels\":[".utf8
    for (number, label) in labels.enumerated() {
      bytes += (number == 0 ? "[" : ",[").utf8
      bytes.appendJSON(label.name)
      bytes += ",".utf8
      bytes.appendJSON(label.value)
      bytes += "]".utf8
    }
    bytes += "]}\n".utf8
  }

  fileprivate init?(reading line: [UInt8]) {
    guard let members = HistoryCatalog.value(line),
      case .string(let name) = members["name"]?.content,
      case .string(let kindName) = members["kind"]?.content, let kind = Kind(rawValue: kindName),
      case .string(let unitName) = members["unit"]?.content,
      let unit = SignalUnit(named: unitName),
      case .array(let pairs) = members["labels"]?.content
    else { return nil }
    var labels: [Label] = []
    for pair in pairs {
      guard case .array(let texts) = pair.content, texts.count == 2,
        case .string(let name) = texts[0].content, case .string(let value) = texts[1].content
      else { return nil }
      labels.append(Label(name: name, value: value))
    }
    (self.name, self.kind, self.unit, self.labels) = (name, kind, unit, labels)
  }
}
