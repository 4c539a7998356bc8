// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues
import Patterns

/// A query, a line feed, and the document it is put to; without one, a document with something of
/// everything. Work ends, and each node that is found has a path that leads to it alone.
func fuzzJSONPath(_ bytes: [UInt8]) {
  let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  guard let first = lines.first else { return }
  let text = String(decoding: first, as: UTF8.self)
  fuzzPattern(text)
  let path: JSONPath
  do throws(TextFault) {
    path = try JSONPath(text)
  } catch {
    precondition(error.offset >= 0 && error.offset <= max(text.utf8.count, 8_192), "no such place")
    return
  }
  let written = lines.count > 1 ? try? JSONDocument(Array(lines[1])) : nil
  guard let document = written ?? (try? JSONDocument(Array(usualDocument.utf8))) else { return }
  guard let nodes = try? path.nodes(in: document, budget: 20_000) else { return }
  precondition(!path.isSingular || nodes.count <= 1, "a singular query selects one node at most")
  precondition((try? path.firstNode(in: document, budget: 20_000)) == nodes.first)
  for node in nodes.prefix(20) {
    guard let place = try? JSONPath(document.normalizedPath(of: node)) else {
      preconditionFailure("a normalized path is a query")
    }
    precondition(place.isSingular)
    // Of members of one name, the last one has the path.
    guard let found = try? place.firstNode(in: document) else {
      preconditionFailure("a normalized path leads to a node")
    }
    precondition(document.normalizedPath(of: found) == place.text, "it is the same again")
  }
}

/// What is of a pattern as a whole is also found as a part.
private func fuzzPattern(_ text: String) {
  guard text.utf8.count <= 256, let pattern = try? IRegexp(text) else { return }
  for subject in [text, "", "rose-1", "ab\nc7éÉ赤😀"] {
    let bytes = Array(subject.utf8)
    precondition(!pattern.matches(bytes.span) || pattern.isFound(in: bytes.span))
  }
}

private let usualDocument = #"""
  {"a":[3,5.0,-1e2,{"b":"j","c":[true,false,null]},"abc","",[[1],[2]]],"o":{"p":"r\u00f6se",
  "q":9007199254740993,"p":{"x":{}}},"é":"é😀","pattern":"[a-c]+","":0}
  """#
