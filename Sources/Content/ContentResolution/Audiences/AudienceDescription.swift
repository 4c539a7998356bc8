// SPDX-License-Identifier: Apache-2.0

import ContentModel

extension TokenWords {
  /// Somebody of an audience in words, for messages: "a visitor in CA, on phone, with app 2.3".
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
