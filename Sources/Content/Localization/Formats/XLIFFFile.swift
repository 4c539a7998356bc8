// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// XLIFF 1.2 and 2.x: texts of one language beside those of the source language.
enum XLIFFFile {
  static func read(_ root: XMLElement, into draft: inout TextsDraft) {
    guard root.localName == "xliff" else {
      draft.error(
        .textKind,
        at: root.position,
        "the file begins with <\(root.name)>; expected <xliff>"
      )
      return
    }
    let version = root["version"] ?? ""
    if version.hasPrefix("2.") {
      XLIFF2File.read(root, into: &draft)
    } else if version.hasPrefix("1.") {
      XLIFF1File.read(root, into: &draft)
    } else {
      draft.error(
        .textKind,
        at: root.position,
        "the file is XLIFF \(version.isEmpty ? "without a version" : version); expected 1.2 or 2.x"
      )
    }
  }
}

extension XMLElement {
  /// The name without its prefix.
  var localName: Substring {
    name.firstIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
  }

  /// Returns the child elements of a name, with any prefix.
  func elements(local name: String) -> [XMLElement] { elements.filter { $0.localName == name } }

  /// Returns the units in this element and its groups, at any depth.
  func units(local name: String) -> [XMLElement] {
    elements.flatMap { child in
      child.localName == name ? [child] : child.localName == "group" ? child.units(local: name) : []
    }
  }
}
