// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import JSONValues

/// What is read can be walked: every node stands inside of its parent, is JSON by itself and means
/// the same alone. The reader of data files agrees about what is JSON.
func fuzzJSONDocument(_ bytes: [UInt8]) {
  var limits = JSONLimits()
  limits.depth = 64
  limits.nodes = 2_000
  guard let document = read(bytes, limits) else { return }
  var walk = DocumentWalk(document)
  walk.visit(document.root, in: 0..<bytes.count)
  precondition(walk.nodes == document.nodeCount, "a node was not met, or met twice")
  if bytes.count <= 512 { walk.readEachAlone() }
  compareWithDataFiles(document)
}

private func read(_ bytes: [UInt8], _ limits: JSONLimits) -> JSONDocument? {
  do throws(JSONFault) {
    return try JSONDocument(bytes, limits: limits)
  } catch {
    precondition(error.offset >= 0 && error.offset <= bytes.count, "no such place")
    precondition(error.limit != nil || (error.seen == nil) == (error.offset == bytes.count))
    let place = error.position(in: bytes.span)
    precondition(place.line <= bytes.count + 1 && place.column <= bytes.count + 1, "no such place")
    return nil
  }
}

/// The other reader refuses more: names that repeat, halves of surrogate pairs, huge numbers. What
/// it reads, it reads the same.
private func compareWithDataFiles(_ document: JSONDocument) {
  guard let value = try? DataValue(reading: document.bytes.span, as: .json) else { return }
  var written: [UInt8] = []
  guard (try? JSONWriter().write(value, to: &written)) != nil else { return }
  guard let again = try? JSONDocument(written) else {
    preconditionFailure("what the one writes, the other reads")
  }
  precondition(again.kind(of: again.root) == document.kind(of: document.root))
  precondition(again.count(of: again.root) == document.count(of: document.root))
}
