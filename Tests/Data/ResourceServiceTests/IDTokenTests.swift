// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import Testing

@testable import ResourceService

@Suite struct `ID tokens of providers` {
  /// Keys and tokens that `openssl` made; the claims of both tokens are the same.
  static let modulus =
    "psaN1vQN7smAmMroyqaGEWnA83n9pMCYlR5Cv3DH6c2NgXs2QMv6AsGi6KXCFGfb9wpzkYQy03RFN7nL6M6l"
    + "ZOzJ8xY13C6JBBnhf0HeZ7Gd0nejS4H6hubeHCLjy7urLtoKqbzrgscQgp0sVAgd56N9kbK8fVRBLldByTfQ"
    + "N32wEVf98GDIkdbW8Ywb9Rqdz6qZHMMy9GY5Di2_sm0pzgy6xQ618dbvIrqGV080MyZknwqO89xTj8e0oU0P"
    + "qMc-kGbYJ31jlfFXVZrJ5RZTDSPmfATS3l9U-ukyNddEFH3s_5LiTc7jV8htHOmSqg5f9LVmngxCmLpyMO6O"
    + "iv9LcQ"

  static let x =
    "TJA1lhxc6OaEMgvlN4aULPDlfLsQIJRRKmNrJJUl-bo"
  static let y =
    "SHfhtLO2au_J0mj13AttsMrQuvAvW2V3RRmm4UAax60"

  static let byRSA =
    "eyJhbGciOiJSUzI1NiIsImtpZCI6InIifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUuY29tIiwiYXVkI"
    + "joiYXBwLTEiLCJzdWIiOiI0MiIsImV4cCI6MjAwMDAwMDAwMCwiaWF0IjoxOTk5OTk2NDAwLCJub25jZSI6I"
    + "m4tMSIsImVtYWlsIjoiYW5uQGV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiOnRydWV9.FyT5aLrWnsGw"
    + "e8dFn0w3B5vJuxhH2qot9auj4wmSIHwqC0XpFcRp6fO_8Io3WVChK8oYuxX-uOqLn4cqyjcBrZvbKebhRYK6"
    + "rWrE1PeopuG4aQ0A-LNVcFzDqCR3M_DcgtVQEFz3MqKbJOygb5xNFYN19wMNziitQlIhiVjfrxmYjw0kmhXY"
    + "VVVaQJcp2ctY5PJkZ8XR6Kxesu6yV4wMjfMbmsFCOU8WVxyW3imLWGQ3-anf0amIxc_T_X1QbXOVItOzQ9ug"
    + "RXV3ujowVuYp2tzVcsrN2twM69saDNNVssTSegg322BKuz409y55HuhQFysrxIOkRiJNyNYKZ93rlw"

  static let byP256 =
    "eyJhbGciOiJFUzI1NiIsImtpZCI6ImUifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUuY29tIiwiYXVkI"
    + "joiYXBwLTEiLCJzdWIiOiI0MiIsImV4cCI6MjAwMDAwMDAwMCwiaWF0IjoxOTk5OTk2NDAwLCJub25jZSI6I"
    + "m4tMSIsImVtYWlsIjoiYW5uQGV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiOnRydWV9.x1nW5S38AW3J"
    + "UOOptdCrNEZ0VGJSKN4E9nu2V42N5D4eW7Gl50Ly3UIxBW0tP2023Pxq6yGEI_Eu36tyUDAryw"

  private static let keySet: DataValue = [
    "keys": [
      ["kty": "RSA", "kid": "r", "use": "sig", "n": .text(modulus), "e": "AQAB"],
      ["kty": "EC", "kid": "e", "crv": "P-256", "x": .text(x), "y": .text(y)],
      ["kty": "RSA", "kid": "other", "use": "enc", "n": .text(modulus), "e": "AQAB"],
      ["kty": "EC", "kid": "wide", "crv": "P-521", "x": "AA", "y": "AA"],
      ["kty": "oct", "k": "AA"],
    ]
  ]

  private func verify(
    _ text: String = byRSA,
    by keys: DataValue = keySet,
    issuer: String = "https://id.example.com",
    client: String = "app-1",
    nonce: String = "n-1",
    seconds: Int64 = 1_999_999_000
  ) -> Result<IDToken, ProviderFault> {
    Result { () throws(ProviderFault) in
      try IDToken(
        text,
        by: ProviderKey.list(keys),
        issuer: issuer,
        client: client,
        nonce: nonce,
        at: Timestamp(milliseconds: seconds * 1_000)
      )
    }
  }

  private func kind(_ result: Result<IDToken, ProviderFault>) -> ProviderFault.Kind? {
    if case .failure(let fault) = result { fault.kind } else { nil }
  }

  @Test func `Of a key set only keys that check signatures of the two algorithms are used`() {
    #expect(ProviderKey.list(Self.keySet).map(\.name) == ["r", "e"])
  }

  @Test(arguments: [byRSA, byP256])
  func `A token signed by RS256 or ES256 is accepted with its claims`(text: String) throws {
    let token = try verify(text).get()
    #expect(token.subject == "42" && token.claims.email == "ann@example.com")
  }

  @Test func `A token for another issuer, client or sign-in is refused`() {
    #expect(kind(verify(issuer: "https://id.example.com/")) == .token)
    #expect(kind(verify(client: "app-2")) == .token)
    #expect(kind(verify(nonce: "n-2")) == .token)
    #expect(kind(verify(nonce: "")) == .token)
  }

  @Test func `A token is refused a minute after its expiry and not before`() {
    #expect(kind(verify(seconds: 2_000_000_059)) == nil)
    #expect(kind(verify(seconds: 2_000_000_060)) == .token)
  }

  @Test func `A token that was changed after it was signed is refused`() {
    let parts = Self.byRSA.split(separator: ".").map(String.init)
    let other = Self.byP256.split(separator: ".").map(String.init)
    let payload = parts[1].replacing(
      "eyJpc3MiOiJodHRwczovL2lkLm",
      with: "eyJpc3MiOiJodHRwczovL2lkLn"
    )
    #expect(payload != parts[1])
    #expect(kind(verify("\(parts[0]).\(payload).\(parts[2])")) == .token)
    #expect(kind(verify("\(parts[0]).\(parts[1]).\(other[2])")) == .token)
    #expect(kind(verify("\(parts[0]).\(parts[1]).")) == .token)
    #expect(kind(verify("\(parts[0]).\(parts[1])")) == .token)
  }

  @Test(arguments: [
    // {"alg":"none"}, {"alg":"HS256"}, and {} with the payload of the others.
    "eyJhbGciOiJub25lIn0", "eyJhbGciOiJIUzI1NiJ9", "e30",
  ])
  func `A token without one of the two algorithms is refused`(head: String) {
    let parts = Self.byRSA.split(separator: ".")
    #expect(kind(verify("\(head).\(parts[1]).\(parts[2])")) == .token)
    #expect(kind(verify("\(head).\(parts[1]).")) == .token)
  }

  @Test func `A token with an unknown key says so, since the provider may have changed its keys`() {
    let others: DataValue = [
      "keys": [["kty": "EC", "kid": "r", "crv": "P-256", "x": .text(Self.x), "y": .text(Self.y)]]
    ]
    #expect(kind(verify(by: others)) == .unknownKey)
    #expect(kind(verify(by: ["keys": []])) == .unknownKey)
  }

  @Test func `An address counts only if the provider has verified it`() {
    let claims: [(DataValue, String?)] = [
      (["email": "Ann@Example.com", "email_verified": true], "ann@example.com"),
      (["email": "ann@example.com", "email_verified": "true"], "ann@example.com"),
      (["email": "ann@example.com", "email_verified": false], nil),
      (["email": "ann@example.com"], nil), (["email_verified": true], nil),
    ]
    for (body, email) in claims { #expect(ProviderClaims(body).email == email) }
  }

  @Test(arguments: [
    ("issuer", "https://evil.example.com"), ("token_endpoint", "http://id.example.com/token"),
    ("authorization_endpoint", "javascript:alert(1)"), ("jwks_uri", "/keys"),
  ])
  func `A description of another issuer or with an address that is not secure is refused`(
    name: String,
    value: String
  ) throws {
    let good: DataDictionary = [
      "issuer": "https://id.example.com", "token_endpoint": "https://id.example.com/token",
      "authorization_endpoint": "https://id.example.com/login?a=b",
      "jwks_uri": "https://keys.example.com/",
    ]
    let issuer = "https://id.example.com"
    let description = try ProviderDescription(DataValue(.dictionary(good)), of: issuer)
    #expect(description.token.target == "/token" && !description.takesSecretInBody)
    let wrong = DataValue(.dictionary(good.setting(name, .text(value))))
    #expect { try ProviderDescription(wrong, of: issuer) } throws: { error in
      (error as? ProviderFault)?.kind == .description
    }
  }
}
