// SPDX-License-Identifier: Apache-2.0
//
// An ID token is a JSON Web Signature (RFC 7515) in its compact form, checked as OpenID Connect Core 1.0
// section 3.1.3.7 says, though it comes from the provider over TLS: signature, issuer, audience, expiry
// and nonce. Two algorithms are accepted, RS256 and ES256, each with keys of its own kind only, so that
// neither `none` nor a public key taken for a password passes.

import Bytes
import DataFiles
import Digests
import FileShapes
import ResourceModel

/// A key with which a provider signs.
struct ProviderKey: Sendable, Equatable {
  /// The name of the key; `nil` for one without.
  let name: String?
  let key: PublicKey

  /// The keys of a JSON Web Key Set (RFC 7517) that check signatures; others are left out.
  static func list(_ set: DataValue) -> [ProviderKey] {
    (set["keys"]?.elements ?? []).compactMap(ProviderKey.init)
  }

  private init?(_ value: DataValue) {
    func bytes(_ name: String) -> [UInt8]? { value[name]?.string.flatMap(Base64URL.bytes) }
    guard value["use"]?.string ?? "sig" == "sig" else { return nil }
    switch (value["kty"]?.string, value["alg"]?.string) {
    case ("RSA", nil), ("RSA", "RS256"):
      guard let modulus = bytes("n"), let exponent = bytes("e"),
        let key = PublicKey(modulus: modulus, exponent: exponent)
      else { return nil }
      self.key = key
    case ("EC", nil), ("EC", "ES256"):
      guard value["crv"] == "P-256", let x = bytes("x"), let y = bytes("y"),
        let key = PublicKey(x: x, y: y)
      else { return nil }
      self.key = key
    default: return nil
    }
    name = value["kid"]?.string
  }
}

/// The claims of an ID token that was verified.
struct IDToken: Sendable, Equatable {
  /// The name by which the provider knows the user.
  let subject: String
  let claims: ProviderClaims

  /// The difference that clocks may have, in seconds.
  private static let leeway: Int64 = 60
  private static let mostBytes = 16_384

  /// Verifies a token; throws for one that is not for this sign-in.
  ///
  /// - Parameters:
  ///   - client: the name by which the provider knows this service.
  ///   - nonce: the word that the service has sent with its request.
  init(
    _ text: String,
    by keys: [ProviderKey],
    issuer: String,
    client: String,
    nonce: String,
    at now: Timestamp
  ) throws(ProviderFault) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard text.utf8.count <= IDToken.mostBytes, parts.count == 3,
      let head = IDToken.json(parts[0]), let body = IDToken.json(parts[1]),
      let signature = Base64URL.bytes(parts[2])
    else { throw ProviderFault(.token, "the ID token cannot be read") }
    let kind: PublicKey.Kind
    switch head["alg"]?.string {
    case "RS256": kind = .rsa
    case "ES256": kind = .p256
    case let other:
      let seen = other.map { "\($0.prefix(20))" } ?? "missing"
      throw ProviderFault(.token, "alg of the ID token is \(seen); expected RS256 or ES256")
    }
    let name = head["kid"]?.string
    let candidates = keys.filter { $0.key.kind == kind && (name == nil || $0.name == name) }
    guard !candidates.isEmpty else {
      throw ProviderFault(.unknownKey, "the provider has no such key as the ID token names")
    }
    let signed = Array("\(parts[0]).\(parts[1])".utf8)
    guard candidates.contains(where: { $0.key.verifies(signature, of: signed) }) else {
      throw ProviderFault(.token, "the signature of the ID token is wrong")
    }
    try IDToken.check(body, issuer: issuer, client: client, nonce: nonce, at: now)
    guard let subject = body["sub"]?.string, (1...255).contains(subject.utf8.count) else {
      throw ProviderFault(.token, "sub of the ID token is missing")
    }
    self.subject = subject
    claims = ProviderClaims(body)
  }

  private static func check(
    _ body: DataValue,
    issuer: String,
    client: String,
    nonce: String,
    at now: Timestamp
  ) throws(ProviderFault) {
    guard body["iss"]?.string == issuer else {
      throw ProviderFault(.token, "iss of the ID token is not \(issuer)")
    }
    let audience = body["aud"]
    let names = audience?.elements?.map(\.string) ?? [audience?.string]
    guard names.contains(client), names.count == 1 || body["azp"]?.string == client else {
      throw ProviderFault(.token, "aud of the ID token is not this service alone")
    }
    guard let expiry = seconds(body["exp"]), now.seconds < expiry + leeway else {
      throw ProviderFault(.token, "the ID token has expired")
    }
    guard seconds(body["nbf"]).map({ now.seconds >= $0 - leeway }) ?? true else {
      throw ProviderFault(.token, "the ID token is not valid yet")
    }
    guard body["nonce"]?.string == nonce else {
      throw ProviderFault(.token, "nonce of the ID token is that of another sign-in")
    }
  }

  /// Seconds since 1970, of a reasonable size.
  private static func seconds(_ value: DataValue?) -> Int64? {
    guard let number = value?.number, number >= 0, number < 1e12 else { return nil }
    return Int64(number)
  }

  private static func json(_ part: String) -> DataValue? {
    guard let bytes = Base64URL.bytes(part) else { return nil }
    do throws(DataFileError) {
      let value = try DataValue(reading: bytes.span, as: .json)
      return value.dictionary == nil ? nil : value
    } catch {
      return nil
    }
  }
}

/// The claims about a user that a new account takes over.
struct ProviderClaims: Sendable, Equatable {
  /// The address; `nil` unless the provider has verified that it is the user's.
  let email: String?
  let displayName: String?
  let firstName: String?
  let lastName: String?

  init(_ body: DataValue) {
    // Some providers write the flag as a text.
    let isVerified = body["email_verified"] == true || body["email_verified"] == "true"
    email = isVerified ? body["email"]?.string?.lowercased() : nil
    displayName = body["name"]?.string
    firstName = body["given_name"]?.string
    lastName = body["family_name"]?.string
  }
}
