// SPDX-License-Identifier: Apache-2.0

/// The entries that a purge applies to.
package enum PurgeScope: Sendable, Hashable {
  /// Every entry that has the tag.
  case tag(TagName)
  /// The entry of a key.
  case key(CacheKey)
  /// Every entry whose key has exactly this path, whatever follows it.
  case path([UInt8])
  /// Every entry whose key's path begins so.
  case paths(prefix: [UInt8])
  case everything

  /// Whether the scope is about the paths of answers.
  var isOfPaths: Bool {
    switch self {
    case .tag, .key: false
    case .path, .paths, .everything: true
    }
  }

  /// Whether everything under a path is hit.
  func hits(path: [UInt8]) -> Bool {
    switch self {
    case .tag, .key: false
    case .path(let hit): hit == path
    case .paths(let prefix): path.starts(with: prefix)
    case .everything: true
    }
  }

  /// Whether a key is hit; for tags always false, since keys do not contain them.
  func hits(_ key: CacheKey) -> Bool {
    switch self {
    case .tag: false
    case .key(let hit): hit == key
    case .path(let path): key.path == path
    case .paths(let prefix): key.hasPath(prefix: prefix)
    case .everything: true
    }
  }
}
