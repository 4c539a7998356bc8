// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The accounts` {
  @Test func `A sign-in returns a token and a cookie, and either of them opens the account`()
    async throws
  {
    let shop = try await ShopServer()
    let rose = try await Customer(of: shop)
    #expect(rose.reply.status == 201)
    #expect(rose.reply.fields["cache-control"] == "no-store")
    #expect(try rose.reply.json["expires"].text == "2027-01-15T09:00:00Z")
    #expect(
      rose.reply.fields["set-cookie"]
        == "session=\(rose.token); Path=/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax"
    )
    for fields in [rose.fields, ["Cookie": "theme=dark; session=\(rose.token)"]] {
      let account = try await shop.get(.accounts, "/account", fields)
      #expect(account.status == 200)
      #expect(account.fields["cache-control"] == "no-store")
      #expect(account.fields["etag"] == nil)
      #expect(try account.json["name"].text == "Rose Gardener")
      #expect(try account.json["password"] == nil)
    }
  }

  @Test(arguments: [
    "{\"email\": \"rose@example.com\", \"password\": \"flowers-pleas\"}",
    "{\"email\": \"nobody@example.com\", \"password\": \"flowers-please\"}",
  ])
  func `A wrong password and an unknown address are refused with the same sentence`(
    credentials: String
  ) async throws {
    let shop = try await ShopServer()
    let reply = try await shop.send("POST", .accounts, "/sessions", body: credentials)
    #expect(reply.status == 401)
    #expect(reply.fields["www-authenticate"] == "Bearer realm=\"flower-shop\"")
    #expect(reply.fields["set-cookie"] == nil)
    #expect(try reply.json["detail"].text == "the e-mail address or the password is wrong")
  }

  @Test func `A missing, altered or cut token does not show an account`() async throws {
    let shop = try await ShopServer()
    let rose = try await Customer(of: shop)
    for token in ["", "x", "\(rose.token)0", String(rose.token.dropLast()), "a-rose"] {
      let reply = try await shop.get(.accounts, "/account", ["Authorization": "Bearer \(token)"])
      #expect(reply.status == 401, "\(token)")
      #expect(reply.fields["www-authenticate"]?.hasPrefix("Bearer realm=") == true)
    }
    #expect(try await shop.get(.accounts, "/account").status == 401)
    let basic = ["Authorization": "Basic \(rose.token)"]
    #expect(try await shop.get(.accounts, "/account", basic).status == 401)
  }

  @Test
  func `A session ends when its customer signs out, and otherwise after an hour`() async throws {
    let shop = try await ShopServer()
    let (first, second) = (try await Customer(of: shop), try await Customer(of: shop))
    let out = try await shop.send("DELETE", .accounts, "/sessions/current", first.fields)
    #expect(out.status == 204)
    #expect(out.fields["set-cookie"]?.hasPrefix("session=; Path=/; Max-Age=0;") == true)
    #expect(try await shop.get(.accounts, "/account", first.fields).status == 401)
    #expect(try await shop.get(.orders, "/orders", first.fields).status == 401)
    #expect(try await shop.get(.accounts, "/account", second.fields).status == 200)
    shop.clock.advance(by: .seconds(3_600))
    let ended = try await shop.get(.accounts, "/account", second.fields)
    #expect(ended.status == 401)
    #expect(ended.fields["www-authenticate"]?.contains("error=\"invalid_token\"") == true)
  }
}
