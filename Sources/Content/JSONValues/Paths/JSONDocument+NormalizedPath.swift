// SPDX-License-Identifier: Apache-2.0

extension JSONDocument {
  /// Returns the normalized path of a node (RFC 9535 section 2.7), such as `$['items'][0]`.
  ///
  /// Paths are rarely needed, so nodes do not store theirs: it is found from the root down.
  package func normalizedPath(of node: JSONNode) -> String {
    var path = "$"
    var at = root
    while at != node {
      guard let step = step(from: at, towards: node) else { break }
      if entries[at.position].isArray {
        path += "[\(step.index)]"
      } else {
        path += "['\(normalized(text(at: step.child.position - 1)))']"
      }
      at = step.child
    }
    return path
  }

  /// Returns the child of `parent` that is the node or contains it.
  private func step(
    from parent: JSONNode,
    towards node: JSONNode
  ) -> (index: Int, child: JSONNode)? {
    for (index, child) in children(of: parent).enumerated()
    where node.index < entries[child.position].next { return (index, child) }
    return nil
  }

  private func normalized(_ name: String) -> String {
    var output = ""
    for character in name.unicodeScalars {
      switch character {
      case "'": output += "\\'"
      case "\\": output += "\\\\"
      case "\u{8}": output += "\\b"
      case "\t": output += "\\t"
      case "\n": output += "\\n"
      case "\u{C}": output += "\\f"
      case "\r": output += "\\r"
      case "\0"..<" ":
        let digits = String(character.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(character)
      }
    }
    return output
  }
}
