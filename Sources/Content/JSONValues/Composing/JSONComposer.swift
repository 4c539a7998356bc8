// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Writes one JSON value, in order, into an array of bytes: no tree is made of it before.
///
/// Commas are its affair. What is written must be well formed by the order of the calls: an object
/// has a name before each value, all that is begun is ended, and there is one value in all. A
/// breach is a mistake of the caller's and ends the process.
package struct JSONComposer: ~Copyable {
  private var bytes: [UInt8] = []
  /// For each open container, whether it stands in an object.
  private var open: [Bool] = []
  private var isObject = false
  private var isNamed = false
  private var needsComma = false

  package init(capacity: Int = 1_024) {
    bytes.reserveCapacity(capacity)
    open.reserveCapacity(8)
  }

  /// How many bytes there are so far.
  package var count: Int { bytes.count }

  package mutating func beginObject() {
    beginValue()
    bytes.append(UInt8(ascii: "{"))
    enter(object: true)
  }

  package mutating func endObject() {
    precondition(isObject && !isNamed, "no object ends here")
    bytes.append(UInt8(ascii: "}"))
    leave()
  }

  package mutating func beginArray() {
    beginValue()
    bytes.append(UInt8(ascii: "["))
    enter(object: false)
  }

  package mutating func endArray() {
    precondition(!isObject && !open.isEmpty, "no array ends here")
    bytes.append(UInt8(ascii: "]"))
    leave()
  }

  /// The name of the member whose value comes next.
  package mutating func name(_ name: JSONName) {
    precondition(isObject && !isNamed, "a name stands in an object, before its value")
    let all = name.bytes.span
    bytes.append(needsComma ? all : all.extracting(droppingFirst: 1))
    isNamed = true
    needsComma = false
  }

  /// A name that was not known before.
  package mutating func name(_ name: String) {
    precondition(isObject && !isNamed, "a name stands in an object, before its value")
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    bytes.appendJSON(name)
    bytes.append(UInt8(ascii: ":"))
    isNamed = true
    needsComma = false
  }

  /// The value of a node, as it is written in its document.
  package mutating func value(_ node: JSONNode, of document: JSONDocument) {
    beginValue()
    bytes.append(document.source(of: node))
    needsComma = true
  }

  /// A value that is JSON already, such as the answer of another composer.
  package mutating func value(json: Span<UInt8>) {
    beginValue()
    bytes.append(json)
    needsComma = true
  }

  package mutating func string(_ text: String) {
    beginValue()
    bytes.appendJSON(text)
    needsComma = true
  }

  package mutating func integer(_ value: Int) {
    beginValue()
    bytes.append(decimal: value)
    needsComma = true
  }

  package mutating func boolean(_ value: Bool) {
    beginValue()
    if value { bytes.append("true") } else { bytes.append("false") }
    needsComma = true
  }

  package mutating func null() {
    beginValue()
    bytes.append("null")
    needsComma = true
  }

  /// The whole text.
  package consuming func finish() -> [UInt8] {
    precondition(open.isEmpty && needsComma, "there is one whole value")
    return bytes
  }

  private mutating func beginValue() {
    if isObject {
      precondition(isNamed, "a value in an object has a name")
      isNamed = false
    } else if needsComma {
      precondition(!open.isEmpty, "there is one value")
      bytes.append(UInt8(ascii: ","))
    }
  }

  private mutating func enter(object: Bool) {
    open.append(isObject)
    isObject = object
    needsComma = false
  }

  private mutating func leave() {
    isObject = open.popLast() ?? false
    needsComma = true
  }
}
