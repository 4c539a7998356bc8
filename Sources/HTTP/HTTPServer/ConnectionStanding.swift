// SPDX-License-Identifier: Apache-2.0

/// Protocol and security of a connection, and whether a request is under way on it: the labels of
/// its gauge.
struct ConnectionStanding: Equatable {
  enum Kind: Int, CaseIterable {
    /// Its protocol is not known yet.
    case opening
    case http1
    case http2
  }

  static let securities = ["plain", "tls"]
  static let states = ["idle", "active"]

  let kind: Kind
  let isSecure: Bool
  /// Whether a request, or half of one, is under way; with one that is answered at first sight it is for
  /// as long as that takes.
  var isActive = false

  /// The place of its gauge among those of all standings.
  var position: Int { (kind.rawValue * 2 + (isSecure ? 1 : 0)) * 2 + (isActive ? 1 : 0) }
}
