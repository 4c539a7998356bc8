// SPDX-License-Identifier: Apache-2.0

extension Filter {
  /// Returns the filter with the values of its parameters.
  ///
  /// A comparison with a parameter of several values holds for any of them. One with a parameter
  /// without a value makes no record match, even behind a `NOT`: a visitor without an id is neither
  /// the owner of a record nor different from its owner.
  package func bound(_ values: (FilterParameter) -> [FilterValue]) -> Filter {
    bound(isNegated: false, values)
  }

  private func bound(isNegated: Bool, _ values: (FilterParameter) -> [FilterValue]) -> Filter {
    switch self {
    case .all(let parts): return .all(parts.map { $0.bound(isNegated: isNegated, values) })
    case .any(let parts): return .any(parts.map { $0.bound(isNegated: isNegated, values) })
    case .not(let part): return .not(part.bound(isNegated: !isNegated, values))
    case .call: return self
    case .comparison(let comparison):
      guard case .parameter(let parameter) = comparison.operand else { return self }
      let values = values(parameter)
      guard !values.isEmpty else { return isNegated ? .all([]) : .any([]) }
      let parts = values.map { value in
        Filter.comparison(
          FilterComparison(
            comparison.field,
            comparison.comparator,
            .value(value),
            at: comparison.offset
          )
        )
      }
      guard parts.count > 1 else { return parts[0] }
      // Unlike all values is what is unlike each of them.
      return comparison.comparator == .notEqual ? .all(parts) : .any(parts)
    }
  }

  /// The parameters that the filter names, each once.
  package var parameters: [FilterParameter] {
    comparisons.reduce(into: []) { parameters, comparison in
      guard case .parameter(let parameter) = comparison.operand, !parameters.contains(parameter)
      else { return }
      parameters.append(parameter)
    }
  }

  /// All its comparisons, in their order.
  package var comparisons: [FilterComparison] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.comparisons)
    case .not(let part): part.comparisons
    case .comparison(let comparison): [comparison]
    case .call: []
    }
  }
}
