// SPDX-License-Identifier: Apache-2.0
//
// Least squares with coefficients that are not negative, by the active sets of Lawson and Hanson
// (Solving Least Squares Problems, 1974, chapter 23), on the normal equations. Columns are scaled to
// length 1 first. Two columns that always changed together cannot be told apart: the sum of both is
// known, and the error of a prediction says so for every other mixture of them.

/// A linear model `value = sum of coefficient × column`, fitted to observations.
struct NonNegativeFit: Sendable {
  let coefficients: [Double]
  /// The share of the values' variance that the model explains; 0 where there is none.
  let explained: Double
  /// The standard deviation of an observation around the model.
  let deviation: Double
  /// The mean of the observations.
  let mean: Double
  private let scales: [Double]
  /// The lower triangle of the Cholesky factor of all columns' products.
  private let factor: [[Double]]

  /// A small term on the diagonal that keeps the products of columns that change together solvable.
  private static let ridge = 1e-9
  /// A column of which less than this is left, after the others are taken out of it, cannot be told
  /// apart.
  private static let leastPivot = 1e-7
  /// The least deviation, as a share of the mean: measured values are never better than this.
  private static let leastDeviation = 0.01

  /// A value with its standard error.
  struct Prediction: Sendable, Equatable {
    let value: Double
    let error: Double
  }

  /// - Parameters:
  ///   - rows: for each observation the values of the columns, all of the same number.
  ///   - values: as many as there are rows.
  init?(_ rows: [[Double]], _ values: [Double]) {
    guard let columns = rows.first?.count, columns > 0, rows.count == values.count,
      rows.count > columns, rows.allSatisfy({ $0.count == columns })
    else { return nil }
    let lengths = (0..<columns).map { column in
      rows.reduce(0) { $0 + $1[column] * $1[column] }.squareRoot()
    }
    let scales = lengths.map { $0 > 0 ? 1 / $0 : 0 }
    var products = [[Double]](
      repeating: [Double](repeating: 0, count: columns),
      count: columns
    )
    var targets = [Double](repeating: 0, count: columns)
    for (row, value) in zip(rows, values) {
      for first in 0..<columns {
        let scaled = row[first] * scales[first]
        targets[first] += scaled * value
        for second in 0...first {
          products[first][second] += scaled * row[second] * scales[second]
        }
      }
    }
    for first in 0..<columns {
      for second in first..<columns { products[first][second] = products[second][first] }
    }
    let solution = NonNegativeFit.solve(products, targets)
    coefficients = zip(solution, scales).map { $0 * $1 }
    self.scales = scales
    for column in 0..<columns { products[column][column] += NonNegativeFit.ridge }
    guard
      let factor = NonNegativeFit.cholesky(
        products,
        Array(0..<columns),
        least: NonNegativeFit.ridge / 2
      )
    else { return nil }
    self.factor = factor
    let mean = values.reduce(0, +) / Double(values.count)
    self.mean = mean
    let total = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    var rest = 0.0
    for (row, value) in zip(rows, values) {
      let error = value - zip(row, coefficients).reduce(0) { $0 + $1.0 * $1.1 }
      rest += error * error
    }
    explained = total > 0 ? max(0, 1 - rest / total) : 0
    let spread = (rest / Double(rows.count - columns)).squareRoot()
    deviation = max(spread, abs(mean) * NonNegativeFit.leastDeviation)
  }

  /// Predicts the value of a row; the farther it is from those that were observed, the larger the error.
  func prediction(of row: [Double]) -> Prediction {
    let value = zip(row, coefficients).reduce(0) { $0 + $1.0 * $1.1 }
    // The length of the row in the metric of the observations.
    let solved = NonNegativeFit.substituteForward(zip(row, scales).map { $0 * $1 }, in: factor)
    let leverage = solved.reduce(0) { $0 + $1 * $1 }
    return Prediction(value: value, error: deviation * leverage.squareRoot())
  }

  private static func solve(_ products: [[Double]], _ targets: [Double]) -> [Double] {
    let count = targets.count
    var solution = [Double](repeating: 0, count: count)
    var (active, refused): ([Int], Set<Int>) = ([], [])
    // The bound on the number of rounds ends the search in any case; each adds or removes a column.
    for _ in 0..<3 * count + 3 {
      let gradient = (0..<count).map { column in
        targets[column] - (0..<count).reduce(0) { $0 + products[column][$1] * solution[$1] }
      }
      let tolerance = 1e-10 * (targets.map { abs($0) }.max() ?? 0)
      let next = (0..<count).filter { !active.contains($0) && !refused.contains($0) }
        .max { gradient[$0] < gradient[$1] }
      guard let next, gradient[next] > tolerance else { break }
      active.append(next)
      while !active.isEmpty {
        guard let trial = solve(products, targets, active) else {
          refused.insert(active.removeLast())
          break
        }
        let negative = zip(active, trial).filter { $0.1 <= 0 }
        guard !negative.isEmpty else {
          for (column, value) in zip(active, trial) { solution[column] = value }
          break
        }
        // Goes towards the trial solution as far as no coefficient becomes negative.
        let step = negative.map { solution[$0.0] / (solution[$0.0] - $0.1) }.min() ?? 0
        for (column, value) in zip(active, trial) {
          solution[column] += max(0, step) * (value - solution[column])
        }
        let leaving = Set(negative.map(\.0).filter { solution[$0] <= 1e-15 })
        // At least one column must leave, even if rounding keeps all of them above zero.
        let gone = leaving.isEmpty ? Set(negative.prefix(1).map(\.0)) : leaving
        for column in gone { solution[column] = 0 }
        if gone.contains(next) { refused.insert(next) }
        active.removeAll { gone.contains($0) }
      }
    }
    return solution
  }

  /// Solves the equations of some columns; `nil` where the last one cannot be told apart.
  private static func solve(
    _ products: [[Double]],
    _ targets: [Double],
    _ columns: [Int]
  ) -> [Double]? {
    guard let factor = cholesky(products, columns, least: leastPivot) else { return nil }
    let forward = substituteForward(columns.map { targets[$0] }, in: factor)
    var solution = forward
    for index in columns.indices.reversed() {
      let known = (index + 1..<columns.count).reduce(0) { $0 + factor[$1][index] * solution[$1] }
      solution[index] = (forward[index] - known) / factor[index][index]
    }
    return solution
  }

  private static func substituteForward(_ targets: [Double], in factor: [[Double]]) -> [Double] {
    var solution: [Double] = []
    for index in targets.indices {
      let known = solution.indices.reduce(0) { $0 + factor[index][$1] * solution[$1] }
      solution.append((targets[index] - known) / factor[index][index])
    }
    return solution
  }

  private static func cholesky(
    _ products: [[Double]],
    _ columns: [Int],
    least: Double
  ) -> [[Double]]? {
    var factor: [[Double]] = []
    for first in columns.indices {
      var line: [Double] = []
      for second in 0...first {
        let known = line.indices.reduce(0) { sum, index in
          sum + line[index] * (second == first ? line[index] : factor[second][index])
        }
        let rest = products[columns[first]][columns[second]] - known
        if second == first {
          guard rest > least else { return nil }
          line.append(rest.squareRoot())
        } else {
          line.append(rest / factor[second][second])
        }
      }
      factor.append(line)
    }
    return factor
  }
}
