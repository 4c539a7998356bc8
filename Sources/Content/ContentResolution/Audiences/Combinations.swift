// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// All combinations of audience and instant that a set of shapes distinguishes, each once.
///
/// Atoms that all shapes treat alike count as one, so that shapes of a few dozen conditions have
/// some thousand combinations. Trying one costs as much as a request.
package struct Combinations: Sendable {
  /// One combination.
  package struct Element: Sendable, Hashable {
    package var audience: Audience
    package var instant: UnixTime
  }

  private let dimensions: [(dimension: Dimension, atoms: [UInt8])]
  private let instants: [UnixTime]

  package init(of shapes: some Collection<ShapeIndex>, in table: ShapeTable) {
    var columns: [Dimension: [[UInt64]]] = [:]
    var instants: Set<Int64> = [.min]
    for index in shapes {
      let shape = table.shapes[Int(index.rawValue)]
      for entry in table.entries(of: shape) where entry.dimension != .time {
        let first = Int(entry.firstMask)
        columns[entry.dimension, default: []]
          .append(Array(table.masks[first..<first + Int(entry.maskCount)]))
      }
      let first = Int(shape.firstBoundary)
      instants.formUnion(table.boundaries[first..<first + Int(shape.boundaryCount)])
    }
    dimensions = columns.keys.sorted().map { dimension in
      let columns = columns[dimension] ?? []
      var seen: Set<[UInt64]> = []
      let atoms = (columns.first ?? []).indices.filter { atom in
        seen.insert(columns.map { $0[atom] }).inserted
      }
      return (dimension, atoms.map { UInt8($0) })
    }
    self.instants = instants.sorted().map { UnixTime(seconds: $0) }
  }

  /// The number of combinations; `Int.max` on overflow.
  package var count: Int {
    dimensions.reduce(instants.count) { product, part in
      let (count, overflow) = product.multipliedReportingOverflow(by: part.atoms.count)
      return overflow ? Int.max : count
    }
  }

  /// Calls `body` for each combination until it returns `false`.
  package func tryEach(_ body: (Element) -> Bool) {
    var picks = [Int](repeating: 0, count: dimensions.count)
    var audience = Audience()
    for part in dimensions { audience[part.dimension] = part.atoms[0] }
    repeat {
      for instant in instants {
        guard body(Element(audience: audience, instant: instant)) else { return }
      }
    } while advance(&picks, &audience)
  }

  private func advance(_ picks: inout [Int], _ audience: inout Audience) -> Bool {
    for (place, part) in dimensions.enumerated() {
      picks[place] += 1
      let isDone = picks[place] < part.atoms.count
      if !isDone { picks[place] = 0 }
      audience[part.dimension] = part.atoms[picks[place]]
      if isDone { return true }
    }
    return false
  }
}
