// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop

/// Somebody who has signed in.
struct Customer {
  static let credentials = "{\"email\": \"rose@example.com\", \"password\": \"flowers-please\"}"

  let token: String
  /// The answer to the sign-in.
  let reply: ShopServer.Reply

  init(of shop: ShopServer, _ credentials: String = credentials) async throws {
    reply = try await shop.send("POST", .accounts, "/sessions", body: credentials)
    token = try reply.json["token"].text ?? ""
  }

  var fields: [String: String] { ["Authorization": "Bearer \(token)"] }

  /// The fields of an order under a key.
  func fields(key: String) -> [String: String] {
    ["Authorization": "Bearer \(token)", "Idempotency-Key": key]
  }
}
