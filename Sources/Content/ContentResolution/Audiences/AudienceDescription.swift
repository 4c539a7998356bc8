// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Audiences in words, for messages and explanations.
extension TokenWords {
  /// Describes a member of an audience: "a visitor, in CA, on phone, with app 2.3".
  package func description(of element: Combinations.Element) -> String {
    var parts: [String] = []
    for number in 0..<Dimension.count {
      let dimension = Dimension(rawValue: UInt8(number))
      let atom = element.audience[dimension]
      guard atom != 0 else { continue }
      parts.append(phrase(word(for: [atom], of: dimension), dimension))
    }
    if element.instant.seconds != .min { parts.append("from \(element.instant) on") }
    return (["a visitor"] + parts).joined(separator: ", ")
  }

  /// Returns the name of a dimension: "country", or the experiment's name.
  package func title(of dimension: Dimension) -> String {
    guard let number = dimension.experiment, number < experiments.count else {
      return "\(dimension)"
    }
    return "experiment \(experiments[number].name)"
  }

  /// Returns the value of an audience in a dimension: "CA", or that it is unknown to the site.
  package func title(of audience: Audience, in dimension: Dimension) -> String {
    let word = word(for: [audience[dimension]], of: dimension)
    return word.isEmpty ? "any that the site tells apart" : word
  }

  private func phrase(_ word: String, _ dimension: Dimension) -> String {
    switch dimension {
    case .country: "in \(word.uppercased())"
    case .device: "on \(word)"
    case .app: word == "0" ? "with the oldest app" : "with app \(word)"
    case .build: "with build \(word.dropFirst())"
    case .appName: "with \(word)"
    default: "in \(word)"
    }
  }
}
