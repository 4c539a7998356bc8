// SPDX-License-Identifier: Apache-2.0

import Editions
import HTTPValues

/// Writes and reads what `next` holds: where a list goes on is said by one parameter that holds the whole
/// query. Apps pass it back as it is.
struct ListPages: Sendable {
  static let parameter = "next"
  /// Characters of a token.
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
