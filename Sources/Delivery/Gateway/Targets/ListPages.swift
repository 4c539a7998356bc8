// SPDX-License-Identifier: Apache-2.0

import Editions
import HTTPValues

/// Writes and reads the parameter `next`, which holds the whole query of a list's next page in one
/// token. Apps pass it back unchanged.
struct ListPages: Sendable {
  static let parameter = "next"
  /// Maximum characters of a token.
  private static let maximumCharacters = 16_384

  private let sealed: SealedQuery

  init(_ seal: SiteSeal) {
    sealed = SealedQuery(seal, for: .list, maximumCharacters: ListPages.maximumCharacters)
  }

  /// The token of a query of the document with this path.
  func token(of query: QueryParameters, path: String) -> String {
    sealed.token(of: query, path: path)
  }

  /// Opens a token; `nil` for one that is broken, of another document, or not ours.
  func query(of token: String, path: String) -> QueryParameters? {
    sealed.query(of: token, path: path)
  }
}
