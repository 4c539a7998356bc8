// SPDX-License-Identifier: Apache-2.0

import JSONValues

/// Six values of an answer, under names of their own.
struct Picks {
  private let picks: [(name: JSONName, path: JSONPath)]

  init(_ sample: Sample) throws {
    picks = try sample.queries.enumerated().map { index, query in
      (JSONName("pick\(index)"), try JSONPath(query))
    }
  }

  var count: Int { picks.count }

  func answer(from body: [UInt8]) -> [UInt8]? {
    var composer = JSONComposer(capacity: 1_024)
    compose(from: body, into: &composer)
    return composer.finish()
  }

  func compose(from body: [UInt8], into composer: inout JSONComposer) {
    guard let document = try? JSONDocument(body) else { return composer.null() }
    composer.beginObject()
    for pick in picks {
      guard let node = try? pick.path.firstNode(in: document) else { continue }
      composer.name(pick.name)
      composer.value(node, of: document)
    }
    composer.endObject()
  }
}
