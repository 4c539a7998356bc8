// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Digests
import ResourceModel

/// The position in a list at which a page ends: the sort keys of its last record.
///
/// Clients get it as an authenticated text, so that a token can neither be forged nor used for
/// another query. Pages stay correct when records are inserted or deleted before them.
struct PageToken: Equatable {
  /// The sort keys of the last record, without its id.
  let keys: [DataValue]
  let id: String
  /// The place of the next record in the whole list.
  let offset: Int

  private static let sealBytes = 16

  /// Returns the text for clients.
  func sealed(for query: ResourceQuery, key: [UInt8]) throws(DataFileError) -> String {
    let value = DataValue.list([.list(keys), .text(id), .integer(Int64(offset))])
    let payload = try JSONWriter().bytes(of: value)
    let bytes = PageToken.seal(payload, query, key) + payload
    return Base64URL.text(bytes.span)
  }

  /// Opens a text; throws for one that was not sealed for this query.
  init(_ text: String, for query: ResourceQuery, key: [UInt8]) throws(StoreError) {
    let fault = StoreError(
      .badPage,
      "the page token is damaged or of another query; expected \"next\" of the page before"
    )
    guard let bytes = Base64URL.bytes(text), bytes.count > PageToken.sealBytes else { throw fault }
    let payload = Array(bytes.dropFirst(PageToken.sealBytes))
    let seal = Array(bytes.prefix(PageToken.sealBytes))
    guard ConstantTime.areEqual(seal, PageToken.seal(payload, query, key)),
      let parts = (try? DataValue(reading: payload.span, as: .json))?.elements, parts.count == 3,
      let keys = parts[0].elements, let id = parts[1].string,
      case .integer(let offset) = parts[2].content
    else { throw fault }
    self.init(keys: keys, id: id, offset: Int(offset))
  }

  /// Opens the token of a query; `nil` for its first page.
  init?(of query: ResourceQuery, key: [UInt8]) throws(StoreError) {
    guard let page = query.page else { return nil }
    try self.init(page, for: query, key: key)
    guard keys.count == query.order.count else {
      throw StoreError(.badPage, "the page token is of another order; expected \"next\" of a page")
    }
  }

  init(keys: [DataValue], id: String, offset: Int) {
    self.keys = keys
    self.id = id
    self.offset = offset
  }

  /// The first bytes of the HMAC of a payload and the query that it belongs to.
  private static func seal(
    _ payload: [UInt8],
    _ query: ResourceQuery,
    _ key: [UInt8]
  ) -> [UInt8] {
    let order = query.order.map(\.description).joined(separator: ",")
    let parts = [
      query.type.name, "\(query.filter)", order, query.zone ?? "\0", query.owner ?? "\0",
    ]
    var sealed: [UInt8] = []
    sealed.reserveCapacity(256)
    for part in parts {
      sealed.append(decimal: part.utf8.count)
      sealed.append(UInt8(ascii: ":"))
      sealed.append(part.utf8Span.span)
    }
    sealed += payload
    return Array(SHA256.authentication(of: sealed.span, key: key).prefix(sealBytes))
  }
}
