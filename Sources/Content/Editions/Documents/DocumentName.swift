// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The path of a document as its file says it.
struct DocumentName {
  static let maximumBytes = 200
  private static let extensions = [".json5", ".json", ".plist"]

  let path: String

  /// `nil` if the file is no document: it lies elsewhere, or has another kind of content.
  init?(file: String) {
    let folder = "\(SiteFolder.contentFolder)/"
    guard file.hasPrefix(folder), file != SiteSettings.path, file != Overlay.path,
      !file.hasSuffix(".schema.json"),
      let kind = DocumentName.extensions.first(where: { file.hasSuffix($0) })
    else { return nil }
    path = String(file.dropFirst(folder.count).dropLast(kind.count))
  }

  /// What is wrong with the path, which apps see in URLs; `nil` for a good one.
  var problem: String? {
    guard path.utf8.count <= DocumentName.maximumBytes else {
      return "the path has \(path.utf8.count) bytes; expected at most \(DocumentName.maximumBytes)"
    }
    var names: Set<Substring> = []
    for (index, part) in path.split(separator: "/", omittingEmptySubsequences: false)
      .enumerated()
    {
      if RoutePattern.name(part) != nil {
        if index == 0 {
          return "the path begins with \(part); expected a text, so that tokens are known"
        }
        if !names.insert(part).inserted { return "\(part) is in the path twice" }
        continue
      }
      let isPlain = part.utf8.allSatisfy { byte in
        ASCII.isAlphanumeric(byte) || "-_.".utf8.contains(byte)
      }
      if part.isEmpty || !isPlain {
        return
          "\"\(part)\" in the path is not made of letters, digits, dashes, dots and underscores"
      }
    }
    return nil
  }
}
