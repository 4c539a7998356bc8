// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

// The values that a document needs along a flow. The values that it carries for other steps follow
// from these, once all documents are known.
extension FlowName {
  static let names = FlowNameDeclaration.shape
    .dictionary(
      of: "the value",
      keys: .flowName,
      atMost: FlowLimits.maximumNames,
      orElse: .overBudget,
      counting: "values"
    )
    .adjusted { entries, value, _, context in
      for entry in entries {
        let (count, most) = (entry.value.fallback?.utf8.count ?? 0, entry.value.maximumBytes)
        guard count > most else { continue }
        context.badValue(
          value[entry.key] ?? value,
          "the default of \"\(entry.key)\" has \(count) bytes; expected at most \(most)"
        )
      }
    }
    .converted(to: { entries in
      entries.map { entry in
        FlowName(
          entry.key,
          fallback: entry.value.fallback,
          maximumBytes: entry.value.maximumBytes,
          isRequired: entry.value.fallback == nil,
          at: entry.place.position
        )
      }
    })
}

/// A value that links carry, as a document's file says it.
private struct FlowNameDeclaration: Sendable {
  var fallback: String?
  var maximumBytes = FlowLimits.standardBytes

  static let shape = Shape.object(FlowNameDeclaration()) {
    Member(
      "default",
      \.fallback,
      .text,
      "Value where no link gives one; without it every link into the flow must."
    )
    Member(
      "maximumBytes",
      \.maximumBytes,
      .integer(FlowLimits.valueBytes),
      "The most bytes of the value."
    )
  }
}

extension TextForm where Value == String {
  fileprivate static let flowName = TextForm(
    "name of a value",
    expected: "1 to \(FlowLimits.maximumNameBytes) letters, digits and underscores",
    pattern: "^[A-Za-z0-9_]{1,\(FlowLimits.maximumNameBytes)}$",
    accepts: { FlowLimits.isName($0) }
  )
}
