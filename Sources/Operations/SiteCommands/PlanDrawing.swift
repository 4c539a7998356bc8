// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import HTTPValues
import Plans
import Reactor
import Sites

/// A drawing of a plan: which calls run at once, and which wait for others.
struct PlanDrawing {
  private let document: PlannedDocument
  /// The length of the longest chain of calls before each call.
  private let ranks: [Int]
  /// The numbers of the calls that the light view needs.
  private let light: Set<Int>
  /// The paths of embedded documents.
  private let embeds: [String]

  init(_ document: PlannedDocument, light: Set<Int>, embeds: [String] = []) {
    (self.document, self.embeds, self.light) = (document, embeds, light)
    let calls = document.plan.calls
    var ranks = [Int](repeating: 0, count: calls.count)
    // A plan is acyclic, so ranks rise at most as often as there are calls.
    for _ in calls {
      for (number, call) in calls.enumerated() {
        for other in call.dependencies { ranks[number] = max(ranks[number], ranks[other] + 1) }
      }
    }
    self.ranks = ranks
  }

  private var calls: [PlannedCall] { document.plan.calls }

  private var flow: [FlowName] { document.flow.names }

  /// Returns whether the document only passes a value on to calls.
  private func isPassed(_ name: FlowName) -> Bool {
    !document.plan.flow.contains { $0.name == name.name }
  }

  private func words(on name: FlowName) -> String {
    var facts = name.fallback.map { ["\"\($0)\" unless a link sets it"] } ?? []
    if name.isRequired { facts.append("needed") }
    facts.append("up to \(name.maximumBytes) bytes")
    if isPassed(name) { facts.append("for later steps") }
    return facts.joined(separator: ", ")
  }

  /// The calls by rank, a line each.
  var text: String {
    let style = TextStyle()
    var lines = [
      "\(style(document.path, .bold)), all within \(PlanDrawing.written(document.plan.budget))"
    ]
    if !flow.isEmpty {
      lines.append("\nFlow values")
      lines += flow.map { "  \(style($0.name, .green))  \(words(on: $0))" }
    }
    if !embeds.isEmpty {
      lines.append("\nEmbedded")
      lines += embeds.map { "  \(style($0, .green))" }
    }
    for rank in 0..<(ranks.max().map { $0 + 1 } ?? 0) {
      lines.append(rank == 0 ? "\nAt once" : "\nAs soon as their values are there")
      for (number, call) in calls.enumerated() where ranks[number] == rank {
        let names = call.dependencies.map { calls[$0].name }
        var facts = names.isEmpty ? [] : ["after \(names.joined(separator: ", "))"]
        if !call.isRequired { facts.append("optional") }
        if call.keepsLast { facts.append("keeps the last good answer") }
        if light.contains(number) { facts.append("light") }
        if let batch = call.batch {
          facts.append("up to \(batch.size) of \(batch.variable) at once")
        }
        let method = call.body == nil ? "" : "\(call.method.name) "
        if call.body != nil { facts.append("sends a body") }
        lines.append("  \(style(call.name, .green))  \(call.backend) \(method)\(call.path.source)")
        if !facts.isEmpty { lines.append("      \(facts.joined(separator: ", "))") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: DataValue {
    .members([
      "path": .text(document.path),
      "budget": .text(PlanDrawing.written(document.plan.budget)),
      "flow": .list(flow) { name in
        .members([
          "name": .text(name.name),
          "default": .text(name.fallback),
          "maximumBytes": .number(name.maximumBytes),
          "isRequired": .boolean(name.isRequired),
          "isPassed": .boolean(isPassed(name)),
        ])
      },
      "embeds": .texts(embeds),
      "calls": .list(calls.enumerated()) { number, call in
        .members([
          "name": .text(call.name),
          "backend": .text(call.backend),
          "method": .text(call.method.name),
          "path": .text(call.path.source),
          "rank": .number(ranks[number]),
          "after": .texts(call.dependencies.map { calls[$0].name }),
          "isRequired": .boolean(call.isRequired),
          "isLight": .boolean(light.contains(number)),
        ])
      },
    ])
  }

  private static let box = (width: 180, height: 44, gapAcross: 60, gapDown: 20, margin: 20)

  /// A picture: ranks from left to right, and a line from each call to those that wait for it.
  var svg: String {
    let box = PlanDrawing.box
    var rows: [Int: Int] = [:]
    var places: [(x: Int, y: Int)] = []
    for rank in ranks {
      let row = rows[rank, default: 0]
      rows[rank] = row + 1
      places.append(
        (
          box.margin + rank * (box.width + box.gapAcross),
          box.margin + row * (box.height + box.gapDown)
        )
      )
    }
    let width = (places.map(\.x).max() ?? 0) + box.width + box.margin
    let height = (places.map(\.y).max() ?? 0) + box.height + box.margin
    var picture = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      font-family="sans-serif" font-size="13">
      <title>\(PlanDrawing.escaped(document.path))</title>

      """
    for (number, call) in calls.enumerated() {
      for other in call.dependencies {
        let (from, to) = (places[other], places[number])
        let start = from.x + box.width
        let middle = (start + to.x) / 2
        picture += """
          <path d="M\(start) \(from.y + box.height / 2) C\(middle) \(from.y + box.height / 2) \
          \(middle) \(to.y + box.height / 2) \(to.x) \(to.y + box.height / 2)" fill="none" \
          stroke="#888"/>

          """
      }
    }
    for (number, call) in calls.enumerated() {
      let place = places[number]
      picture += """
        <rect x="\(place.x)" y="\(place.y)" width="\(box.width)" height="\(box.height)" rx="6" \
        fill="\(light.contains(number) ? "#e8f4ea" : "#f4f4f6")" stroke="#555" \
        \(call.isRequired ? "" : "stroke-dasharray=\"4 3\"")/>
        <text x="\(place.x + 10)" y="\(place.y + 18)" font-weight="bold">\
        \(PlanDrawing.escaped(call.name))</text>
        <text x="\(place.x + 10)" y="\(place.y + 35)" fill="#555">\
        \(PlanDrawing.escaped(call.backend))</text>

        """
    }
    return picture + "</svg>\n"
  }

  private static func written(_ duration: Duration) -> String {
    "\(duration.nanoseconds / 1_000_000) ms"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
