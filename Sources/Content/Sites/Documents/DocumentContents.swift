// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// Elements in the order in which they were added, each once.
struct UniqueList<Element: Hashable & Sendable>: Sendable {
  private(set) var elements: [Element] = []
  private var numbers: [Element: Int] = [:]

  /// Adds an element that is not there yet, and returns its number.
  mutating func number(of element: Element) -> Int {
    if let known = numbers[element] { return known }
    numbers[element] = elements.count
    elements.append(element)
    return elements.count - 1
  }
}

/// The texts, links and positions of one document. Facts refer to them by their numbers, so that documents
/// which differ in nothing else share their facts.
struct DocumentContents: Sendable {
  var texts = UniqueList<TextUse>()
  var links = UniqueList<DocumentLink>()
  var positions = UniqueList<SourcePosition>()
}
