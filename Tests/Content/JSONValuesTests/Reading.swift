// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues

func document(_ text: String) throws(JSONFault) -> JSONDocument {
  try JSONDocument(Array(text.utf8))
}

func refusal(of bytes: [UInt8], limits: JSONLimits = JSONLimits()) -> JSONFault? {
  do throws(JSONFault) {
    _ = try JSONDocument(bytes, limits: limits)
    return nil
  } catch {
    return error
  }
}

func refusal(of text: String, limits: JSONLimits = JSONLimits()) -> JSONFault? {
  refusal(of: Array(text.utf8), limits: limits)
}

extension JSONDocument {
  /// The text of a node.
  func written(_ node: JSONNode) -> String { source(of: node).text }

  func written(_ nodes: [JSONNode]) -> [String] { nodes.map { written($0) } }

  func isString(_ node: JSONNode, _ value: String) -> Bool {
    isString(node, equalTo: Array(value.utf8).span)
  }
}
