// SPDX-License-Identifier: Apache-2.0

import Sites

/// The kinds of documents that a site has: documents that share their facts. What follows from the facts
/// alone is worked out once for each kind.
struct KindTable {
  private(set) var all: [DocumentFacts] = []
  private(set) var kindOfDocument: [UInt32] = []

  init(_ drafts: [DocumentDraft]) {
    var numbers: [ObjectIdentifier: UInt32] = [:]
    kindOfDocument.reserveCapacity(drafts.count)
    for draft in drafts {
      let kind = numbers[ObjectIdentifier(draft.shared), default: UInt32(all.count)]
      if kind == all.count {
        numbers[ObjectIdentifier(draft.shared)] = kind
        all.append(draft.facts)
      }
      kindOfDocument.append(kind)
    }
  }

  func kind(of document: Int) -> Int { Int(kindOfDocument[document]) }
}

/// Documents that are there and whose files cannot be read. What leads to them is no mistake of its own.
struct UnreadDocuments: Sendable {
  private let paths: Set<String>
  private let routes: RouteTable

  init(_ paths: some Sequence<String>) {
    self.paths = Set(paths)
    routes = RouteTable(self.paths)
  }

  var isEmpty: Bool { paths.isEmpty }

  func contains(_ path: String) -> Bool { paths.contains(path) || routes.match(path) != nil }
}
