// SPDX-License-Identifier: Apache-2.0

extension FigureTable {
  /// The table with aligned columns, for a terminal: texts to the left, figures to the right.
  ///
  /// - Parameter isColoured: whether titles are bold, warnings yellow and failures red.
  package func text(isColoured: Bool = false) -> String {
    let cells = rows.map { $0.figures.map(\.text) }
    let widths = columns.indices.map { column in
      cells.reduce(columns[column].title.count) { max($0, $1[column].count) }
    }
    let isRight = columns.indices.map { column in
      rows.contains { $0.figures[column].isNumber }
    }
    func line(_ texts: [String], _ colour: String?) -> String {
      var line = ""
      for (column, text) in texts.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - text.count)
        if column > 0 { line += "  " }
        line += isRight[column] ? padding + text : text + padding
      }
      let end = line.lastIndex { $0 != " " }
      let shown = end.map { line[...$0] } ?? ""
      guard isColoured, let colour else { return shown + "\n" }
      return "\u{1B}[\(colour)m\(shown)\u{1B}[0m\n"
    }
    let body = zip(cells, rows).map { line($0, $1.tone.colour) }
    return line(columns.map(\.title), "1") + body.joined()
  }
}

extension FigureTable {
  /// Several tables for a terminal, with an empty line between them.
  package static func text(of tables: [FigureTable], isColoured: Bool = false) -> String {
    tables.map { $0.text(isColoured: isColoured) }.joined(separator: "\n")
  }
}

extension FigureTable.Tone {
  /// The colour as terminals know it.
  fileprivate var colour: String? {
    switch self {
    case .usual: nil
    case .warning: "33"
    case .failure: "31"
    }
  }
}

extension Figure {
  fileprivate var isNumber: Bool {
    switch self {
    case .text, .none: false
    default: true
    }
  }

  /// The figure as people read it, with three digits or more.
  package var text: String {
    switch self {
    case .text(let text): text
    case .count(let count): "\(count)"
    case .perSecond(let rate): "\(Figure.short(rate))/s"
    case .seconds(let seconds): Figure.duration(seconds)
    case .bytes(let bytes): Figure.size(bytes)
    case .share(let share): "\(Figure.percent(share * 100))%"
    case .factor(let factor): "\(Figure.short(factor))x"
    case .none: "-"
    }
  }

  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<0.000_001: "\(short(seconds * 1e9))ns"
    case ..<0.001: "\(short(seconds * 1e6))us"
    case ..<1: "\(short(seconds * 1e3))ms"
    default: "\(short(seconds))s"
    }
  }

  /// A percentage; one just below a hundred has as many decimals as show that.
  private static func percent(_ percent: Double) -> String {
    var scale = 10.0
    while percent < 100, scale < 1e6, (percent * scale).rounded() >= 100 * scale { scale *= 10 }
    return scale == 10 ? short(percent) : "\((percent * scale).rounded() / scale)"
  }

  private static func size(_ bytes: Int64) -> String {
    var size = Double(bytes)
    for unit in ["B", "KiB", "MiB", "GiB"] {
      if abs(size) < 1024 { return "\(unit == "B" ? "\(bytes)" : short(size)) \(unit)" }
      size /= 1024
    }
    return "\(short(size)) TiB"
  }

  /// A number with as many decimals as make three digits.
  private static func short(_ number: Double) -> String {
    guard number.isFinite else { return "-" }
    let size = abs(number)
    let scale: Double = size < 10 ? 100 : size < 100 ? 10 : 1
    let rounded = (number * scale).rounded() / scale
    guard size < 1e15, rounded == rounded.rounded() else { return "\(rounded)" }
    return "\(Int64(rounded))"
  }
}
