// SPDX-License-Identifier: Apache-2.0

import Bytes
import Digests
package import HTTPValues

// Signature Version 4 of AWS. The signature covers the request in a canonical form: method, path, query
// with sorted parameters, host, date, every other field, and the digest of the body. Our paths have
// nothing in them that would be encoded again.

/// Signs requests to AWS.
package struct AWSSignature: Sendable, Equatable {
  package var service: String
  package var region: String
  package var accessKey: String
  package var secretKey: String
  /// The session token of temporary credentials.
  package var sessionToken: String?

  package init(
    service: String,
    region: String,
    accessKey: String,
    secretKey: String,
    sessionToken: String? = nil
  ) {
    self.service = service
    self.region = region
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }

  /// Adds the date, the token and the signature; every field that is there by then is signed.
  package func sign(_ request: inout Request, _ body: [UInt8], at seconds: Int64) {
    let time = SigningTime(seconds: seconds)
    let date = "\(time.day)T\(time.time.replacing(":", with: ""))Z"
    request.fields.set("x-amz-date", date)
    if let sessionToken, !sessionToken.isEmpty {
      request.fields.set("x-amz-security-token", sessionToken)
    }
    let (names, canonical) = canonical(request, body)
    let scope = "\(time.day)/\(region)/\(service)/aws4_request"
    let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(digest(Array(canonical.utf8)))"
    var key = Array("AWS4\(secretKey)".utf8)
    for part in [time.day, region, service, "aws4_request"] { key = keyed(part, key) }
    request.fields.append(
      FieldName(.authorization),
      "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope), SignedHeaders=\(names), "
        + "Signature=\(Hexadecimal.text(keyed(text, key)))",
      isSensitive: true
    )
  }

  /// The names of the fields that are signed, and the request in its canonical form.
  private func canonical(_ request: Request, _ body: [UInt8]) -> (names: String, text: String) {
    var fields = [("host", request.authority)]
    for index in 0..<request.fields.count {
      let (name, value) = (
        request.fields.view.name(at: index), request.fields.view.value(at: index)
      )
      fields.append((name.text, value.text))
    }
    fields.sort { $0.0 < $1.0 }
    let names = fields.map(\.0).joined(separator: ";")
    let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
    let query = parts.count > 1 ? parts[1].split(separator: "&").sorted() : []
    let lines =
      [request.method.name, parts.first ?? "/", query.joined(separator: "&")]
      + fields.map { "\($0.0):\($0.1)" } + ["", names, digest(body)]
    return (names, lines.joined(separator: "\n"))
  }

  private func keyed(_ text: String, _ key: [UInt8]) -> [UInt8] {
    SHA256.authentication(of: text.utf8Span.span, key: key)
  }

  private func digest(_ bytes: [UInt8]) -> String {
    Hexadecimal.text(SHA256.digest(of: bytes.span))
  }
}
