// SPDX-License-Identifier: Apache-2.0

/// An order to purge, for the gateway's own cache and for every edge.
package struct Purge: Sendable, Hashable {
  package let target: Target
  package let strength: Strength
  /// Public paths at which the purge is proved, beside those of its target.
  package let samples: [String]

  package init(
    _ target: Target,
    _ strength: Strength = .soft,
    samples: [String] = []
  ) {
    self.target = target
    self.strength = strength
    self.samples = samples
  }

  package var isSoft: Bool { strength == .soft }
}

extension Purge {
  /// Strength of a purge: whether purged entries may still be served stale.
  package enum Strength: String, Sendable, Hashable {
    /// It is stale: it may be served while a fetch replaces it, within the entry's windows.
    case soft
    /// Nothing.
    case hard
  }

  /// The target of a purge: tags, paths, a prefix or everything.
  package enum Target: Sendable, Hashable {
    /// Every answer that has one of these tags.
    case tags([String])
    /// These URLs, each its path with the slash and its query; and every answer that has one of the tags,
    /// since what these URLs answer with is part of it.
    case paths([String], tags: [String] = [])
    /// Every URL whose path begins with this text.
    case prefix(String)
    case everything

    /// The kind of a target, by its name in site files and journals.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case tag, path, prefix, all
    }

    package var kind: Kind {
      switch self {
      case .tags: .tag
      case .paths: .path
      case .prefix: .prefix
      case .everything: .all
      }
    }
  }
}

extension Purge.Target: CustomStringConvertible {
  /// The target as people read it.
  package var description: String {
    switch self {
    case .tags(let tags): tags.joined(separator: ", ")
    case .paths(let paths, _): paths.joined(separator: ", ")
    case .prefix(let prefix): "\(prefix)…"
    case .everything: "everything"
    }
  }

  /// A path as URLs have it: whatever may not stand in one is percent-encoded.
  package static func path(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var path: [UInt8] = text.hasPrefix("/") ? [] : [UInt8(ascii: "/")]
    for byte in text.utf8 {
      if byte > 0x20, byte < 0x7F, !"\"<>\\^`{|}".utf8.contains(byte) {
        path.append(byte)
      } else {
        path += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: path, as: UTF8.self)
  }
}
