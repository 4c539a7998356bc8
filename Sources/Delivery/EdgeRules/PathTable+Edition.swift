// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Edges
import Editions
import Sites

extension PathTable {
  /// With more paths than these, folders whose documents are all of one group are written in place of
  /// their paths.
  static let maximumPaths = 1_000

  /// The group of documents that are left to the gateway.
  private static let nobody = -1

  static func tables(of edition: Edition, edge: EdgeSettings?) -> (PathTable, [AudienceGroup]) {
    var table = PathTable()
    var groups: [AudienceGroup] = []
    var numbers: [AudienceGroup: Int] = [:]
    var groupOfPath: [(path: String, group: Int)] = []
    let personal = PersonalDocuments(edition)
    for (index, draft) in edition.drafts.enumerated() {
      let document = DocumentNumber(rawValue: UInt32(index))
      let classes = edition.classes(of: document)
      let isConfig = draft.path == edition.site.config
      guard isConfig ? tellsAllLanguages(classes, edition) : true, !looksLikeFormat(draft.path)
      else {
        groupOfPath.append((draft.path, nobody))
        continue
      }
      let group = AudienceGroup(
        classes,
        edition,
        isConfig: isConfig,
        isPersonal: personal.contains(document),
        edge: edge
      )
      let number = numbers[group] ?? groups.count
      if number == groups.count {
        numbers[group] = number
        groups.append(group)
      }
      groupOfPath.append((draft.path, number))
    }
    table.fill(groupOfPath, groups.count)
    return (table, groups)
  }

  /// Whether tokens name every published language. The config document needs that: it carries messages in
  /// the visitor's language even where it has no text of its own in it.
  private static func tellsAllLanguages(_ classes: AudienceClasses, _ edition: Edition) -> Bool {
    classes.dependsOnLanguage
      && edition.matcher.published.indices.allSatisfy {
        classes.isUseful(LanguageIndex(rawValue: UInt8($0)))
      }
  }

  /// Whether the path looks like another one with the extension of a format.
  private static func looksLikeFormat(_ path: String) -> Bool {
    AnswerFormat.allCases.contains { path.hasSuffix("\($0.suffix)") }
  }

  private mutating func fill(_ all: [(path: String, group: Int)], _ count: Int) {
    paths = Array(repeating: [], count: count)
    folders = Array(repeating: [], count: count)
    let known = all.count > PathTable.maximumPaths ? PathTable.folders(all) : [:]
    for (path, group) in all where group != PathTable.nobody {
      if path.contains("{") {
        routes.append(Route(path: path, group: group))
      } else if !PathTable.ancestors(of: path).contains(where: { known[$0] == group }) {
        paths[group].append(path)
      }
    }
    routes.sort { PathTable.exactness($0).lexicographicallyPrecedes(PathTable.exactness($1)) }
    for (folder, group) in known.sorted(by: { $0.key < $1.key })
    where !PathTable.ancestors(of: folder).contains(where: { known[$0] == group }) {
      folders[group].append(folder)
    }
  }

  /// Orders paths so that segments of text come before those with a name in braces.
  private static func exactness(_ route: Route) -> [Int] {
    route.path.split(separator: "/").map { $0.hasPrefix("{") ? 1 : 0 }
  }

  /// Folders whose documents are all of one group. A folder whose name could be a token is left out, since
  /// a path in it may be a token with the path of another document; so are all where a path begins with a
  /// name in braces.
  private static func folders(_ paths: [(path: String, group: Int)]) -> [String: Int] {
    guard !paths.contains(where: { $0.path.hasPrefix("{") }) else { return [:] }
    var groups: [String: Int] = [:]
    for (path, group) in paths {
      for folder in ancestors(of: path) where !folder.contains("{") {
        groups[folder] = groups[folder, default: group] == group ? group : nobody
      }
    }
    return groups.filter { $0.value != nobody && !mayBeToken($0.key) }
  }

  private static func mayBeToken(_ folder: String) -> Bool {
    let first = folder.prefix { $0 != "/" }.prefix { $0 != "." }
    return first.split(separator: "~").allSatisfy { LanguageTag($0) != nil }
  }

  /// `a/b` and `a` for `a/b/c`.
  private static func ancestors(of path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }
}
