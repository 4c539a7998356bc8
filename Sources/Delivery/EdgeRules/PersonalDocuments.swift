// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import Editions
import Services
import Sites

/// The documents that contain the answer of a service which sees the visitor's cookies or Authorization, so
/// that they may be for one visitor alone.
struct PersonalDocuments {
  private var numbers: Set<Int> = []

  init(_ edition: Edition) {
    let services = Set(edition.site.backends.filter(\.seesCredentials).map(\.name))
    guard !services.isEmpty else { return }
    var embedders: [Int: [Int]] = [:]
    for (number, draft) in edition.drafts.enumerated() {
      if draft.planned?.backends.isDisjoint(with: services) == false { numbers.insert(number) }
      for link in draft.links where link.role == .embed {
        guard let inner = edition.number(meantBy: link.path) else { continue }
        embedders[Int(inner.rawValue), default: []].append(number)
      }
    }
    // An embedded document makes the outer one personal too, however deep it is embedded.
    var waiting = Array(numbers)
    while let number = waiting.popLast() {
      for outer in embedders[number] ?? [] where numbers.insert(outer).inserted {
        waiting.append(outer)
      }
    }
  }

  func contains(_ number: DocumentNumber) -> Bool { numbers.contains(Int(number.rawValue)) }
}
