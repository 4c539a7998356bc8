// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Plans

/// The path of a document as its file says it.
package struct DocumentName {
  static let maximumBytes = 200
  private static let extensions = [".json5", ".json", ".plist"]

  package let path: String

  /// `nil` if the file is no document: it lies elsewhere, or has another kind of content.
  package init?(file: String) {
    guard file.hasPrefix(DocumentName.folder), !DocumentName.isForOthers(file: file),
      let kind = DocumentName.extensions.first(where: { file.hasSuffix($0) })
    else { return nil }
    path = String(file.dropFirst(DocumentName.folder.count).dropLast(kind.count))
  }

  private static let folder = "\(SiteFolder.contentFolder)/"

  /// Whether a file of the folder of documents is read as something else, or by editors.
  private static func isForOthers(file: String) -> Bool {
    file == SiteSettings.path || file == Overlay.path || file.hasSuffix(".schema.json")
      || file.hasPrefix("\(SiteFolder.versionsFolder)/")
  }

  /// Whether a file lies among documents, and nothing reads it.
  package static func isStray(file: String) -> Bool {
    file.hasPrefix(folder) && !isForOthers(file: file) && DocumentName(file: file) == nil
  }

  /// Permitted extensions of documents' files, in words.
  package static var expectedExtensions: String { extensions.joined(separator: ", ") }

  /// The fault of a path, which apps see in URLs; `nil` for a good one.
  package var problem: String? {
    guard path.utf8.count <= DocumentName.maximumBytes else {
      return "the path has \(path.utf8.count) bytes; expected at most \(DocumentName.maximumBytes)"
    }
    var names: Set<Substring> = []
    for (index, part) in path.split(separator: "/", omittingEmptySubsequences: false)
      .enumerated()
    {
      if RoutePattern.name(part) != nil {
        if index == 0 {
          return "the path begins with \(part); expected a plain name, unlike a token"
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
