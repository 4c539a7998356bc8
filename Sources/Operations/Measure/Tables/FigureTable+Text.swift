// SPDX-License-Identifier: Apache-2.0

extension FigureTable {
  /// The fewest characters that a column of texts is cut to.
  private static let leastWidth = 8

  /// The table with aligned columns, for a terminal: texts to the left, figures to the right.
  ///
  /// - Parameters:
  ///   - isColoured: whether titles are bold, warnings yellow and failures red.
  ///   - most: the columns of the terminal, for which long texts are cut, and the last columns are left out where
  ///     even that is not enough; `nil` for as many as necessary.
  package func text(isColoured: Bool = false, columns most: Int? = nil) -> String {
    let cells = rows.map { row in
      row.figures.enumerated().map { column, figure in
        let text = column == 0 ? row.group.map { "  \($0.name)" } ?? figure.text : figure.text
        return ShownText.line(text)
      }
    }
    let isRight = columns.indices.map { column in rows.contains { $0.figures[column].isNumber } }
    if let most, let count = fitting(cells, isRight, within: most) {
      return showing(places: Array(0..<count)).text(isColoured: isColoured, columns: most)
    }
    let widths = widths(of: cells, isRight, within: most)
    func line(_ texts: [String], _ colour: String?) -> String {
      var line = ""
      for (column, text) in texts.enumerated() {
        let text = FigureTable.cut(text, to: widths[column])
        let padding = String(repeating: " ", count: max(0, widths[column] - text.count))
        if column > 0 { line += "  " }
        line += isRight[column] ? padding + text : text + padding
      }
      let end = line.lastIndex { $0 != " " }
      let shown = end.map { line[...$0] } ?? ""
      guard isColoured, let colour else { return shown + "\n" }
      return "\u{1B}[\(colour)m\(shown)\u{1B}[0m\n"
    }
    var text = line(columns.map(\.title), "1")
    var heading: String?
    for (texts, row) in zip(cells, rows) {
      if let next = row.group?.heading, next != heading {
        text += FigureTable.cut(ShownText.line(next), to: most ?? .max) + "\n"
      }
      heading = row.group?.heading
      text += line(texts, row.tone.colour)
    }
    return text
  }

  /// The number of columns that have room, without the last ones; `nil` where all have. Texts count up to a third of
  /// the width, so that what a row is about stays readable.
  private func fitting(_ cells: [[String]], _ isRight: [Bool], within most: Int) -> Int? {
    var width = -2
    for column in columns.indices {
      let title = columns[column].title.count
      let natural = cells.reduce(title) { max($0, $1[column].count) }
      width += 2 + (isRight[column] ? natural : min(natural, max(most / 3, title)))
      if width > most { return max(1, column) }
    }
    return nil
  }

  /// The width of each column; columns of texts become narrower, the widest first, until all have room.
  private func widths(of cells: [[String]], _ isRight: [Bool], within most: Int?) -> [Int] {
    var widths = columns.indices.map { column in
      cells.reduce(columns[column].title.count) { max($0, $1[column].count) }
    }
    guard let most else { return widths }
    var excess = widths.reduce(2 * (columns.count - 1), +) - most
    while excess > 0,
      let widest = columns.indices.filter({ !isRight[$0] }).max(by: { widths[$0] < widths[$1] }),
      widths[widest] > max(FigureTable.leastWidth, columns[widest].title.count)
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  /// Cuts a text to a width: a sentence at its end, and a name in its middle, since names that begin alike
  /// end differently.
  static func cut(_ text: String, to width: Int) -> String {
    guard text.count > width else { return text }
    let isSentence = text.contains(". ") || text.contains("; ") || text.contains(", ")
    let end = isSentence ? 0 : (width - 1) / 2
    return "\(text.prefix(width - 1 - end))…\(text.suffix(end))"
  }
}

extension FigureTable {
  /// Several tables for a terminal, with an empty line between them.
  package static func text(
    of tables: [FigureTable],
    isColoured: Bool = false,
    columns: Int? = nil
  ) -> String {
    tables.map { $0.text(isColoured: isColoured, columns: columns) }.joined(separator: "\n")
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
  /// A number with two places at most.
  package static func rounded(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .text, .code, .none: false
    default: true
    }
  }

  /// The figure as people read it, with three digits or more.
  package var text: String {
    switch self {
    case .text(let text): text
    case .code(let word): Figure.plain(word)
    case .count(let count): "\(count)"
    case .perSecond(let rate): "\(Figure.short(rate))/s"
    case .seconds(let seconds): Figure.duration(seconds)
    case .bytes(let bytes): Figure.size(bytes)
    // The rest of a budget that was spent many times over.
    case .share(let share) where share < -10: "spent \(Figure.short(1 - share))x"
    case .share(let share): "\(Figure.percent(share * 100))%"
    case .factor(let factor): "\(Figure.short(factor))x"
    case .number(let number): Figure.short(number)
    case .none: "-"
    }
  }

  /// A word of programs as people write it. A connection that its other end has closed is no closed circuit.
  package static func plain(_ word: String) -> String {
    word == "closed" ? "closed by peer" : word.replacing("_", with: " ")
  }

  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    case 0: "0s"
    case ..<0: "-\(duration(-seconds))"
    case ..<0.000_001: "\(short(seconds * 1e9))ns"
    case ..<0.001: "\(short(seconds * 1e6))us"
    case ..<1: "\(short(seconds * 1e3))ms"
    case ..<120: "\(short(seconds))s"
    default: span(seconds)
    }
  }

  /// A span of minutes or more in its largest unit, and the rest in the next smaller one.
  private static func span(_ seconds: Double) -> String {
    guard seconds < 1e15 else { return "\(short(seconds))s" }
    let whole = Int64(seconds.rounded())
    let units: [(size: Int64, name: String)] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
    let place = units.firstIndex { whole >= $0.size } ?? units.count - 1
    let rest = whole % units[place].size
    let text = "\(whole / units[place].size) \(units[place].name)"
    guard place + 1 < units.count else { return text }
    let smaller = rest / units[place + 1].size
    return smaller == 0 ? text : "\(text) \(smaller) \(units[place + 1].name)"
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
