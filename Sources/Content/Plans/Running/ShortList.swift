// SPDX-License-Identifier: Apache-2.0

/// A list that nearly always has one element, which costs no allocation.
struct ShortList<Element>: RandomAccessCollection, MutableCollection {
  private var first: Element?
  private var rest: [Element] = []

  init() {}

  init(_ element: Element) { first = element }

  init(repeating element: Element, count: Int) {
    guard count > 0 else { return }
    first = element
    if count > 1 { rest = Array(repeating: element, count: count - 1) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { first == nil ? 0 : rest.count + 1 }

  subscript(index: Int) -> Element {
    get {
      guard index == 0, let first else { return rest[index - 1] }
      return first
    }
    set {
      if index == 0 { first = newValue } else { rest[index - 1] = newValue }
    }
  }

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { rest.append(element) }
  }
}
