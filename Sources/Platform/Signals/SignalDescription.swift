// SPDX-License-Identifier: Apache-2.0

/// The name, help text, kind and unit of a family.
///
/// Names follow Prometheus: lower-case words joined by `_`, the unit as a plural suffix, `_total`
/// at the end of counters and nowhere else, and none of the suffixes that the exposition formats
/// add themselves.
package struct SignalDescription: Sendable, Hashable {
  package let name: String
  package let help: String
  package let kind: SignalKind
  package let unit: SignalUnit
  package let labelNames: [String]

  init(
    name: String,
    help: String,
    kind: SignalKind,
    unit: SignalUnit,
    labelNames: [String]
  ) throws(SignalFault) {
    self.name = name
    self.help = help
    self.kind = kind
    self.unit = unit
    self.labelNames = labelNames
    try checkName()
    try checkLabelNames()
  }

  private func checkName() throws(SignalFault) {
    guard Self.isName(name) else {
      throw SignalFault(.name, "signal \"\(name)\": expected lower-case words joined by _")
    }
    if help.isEmpty { throw SignalFault(.name, "signal \(name): expected a help text") }
    var stem = name
    if kind == .counter {
      guard name.hasSuffix("_total") else {
        throw SignalFault(.name, "counter \(name): expected a name that ends in _total")
      }
      stem = String(name.dropLast("_total".count))
    }
    let reserved = ["_total", "_count", "_sum", "_bucket", "_created"]
    for suffix in kind == .info ? reserved : reserved + ["_info"] where stem.hasSuffix(suffix) {
      throw SignalFault(.name, "signal \(name): \(suffix) is a reserved suffix")
    }
    if kind == .info, !name.hasSuffix("_info") {
      throw SignalFault(.name, "info \(name): expected a name that ends in _info")
    }
    if let suffix = unit.suffix, !stem.hasSuffix(suffix) {
      throw SignalFault(.name, "signal \(name): expected \(suffix) for its unit")
    }
  }

  private func checkLabelNames() throws(SignalFault) {
    for (index, label) in labelNames.enumerated() {
      guard Self.isName(label), label != "le", label != "quantile" else {
        throw SignalFault(.name, "signal \(name): \"\(label)\" cannot be the name of a label")
      }
      if labelNames[..<index].contains(label) {
        throw SignalFault(.name, "signal \(name): the label \(label) is repeated")
      }
    }
  }

  /// Lower-case letters, digits and single `_` between them, a letter first.
  private static func isName(_ text: String) -> Bool {
    var previous = UInt8(ascii: "_")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9") where previous != UInt8(ascii: "_"): break
      case UInt8(ascii: "_") where previous != UInt8(ascii: "_"): break
      default: return false
      }
      previous = byte
    }
    return previous != UInt8(ascii: "_")
  }
}

/// The kind of a signal.
package enum SignalKind: Sendable, Hashable {
  case counter
  /// Goes up and down; the values of all shards are added.
  case gauge
  case histogram
  /// A gauge of 1 whose labels are facts; its name ends in `_info`.
  case info
  /// Gauges of 0 and 1, by the label that has the family's name.
  case stateSet
}

/// A label of a family: its name and all its values.
///
/// The values come from the program and its configuration, never from a request, so the number of
/// series is known at declaration.
package struct SignalLabel: Sendable, Hashable {
  package let name: String
  package let values: [String]

  package init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }
}
