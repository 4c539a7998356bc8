// SPDX-License-Identifier: Apache-2.0

import Bytes
import Digests
package import HTTPValues

/// Signs requests to Akamai: EG1-HMAC-SHA256 of EdgeGrid, without signed fields.
package struct EdgeGridSignature: Sendable, Equatable {
  /// The most bytes of a body that are signed.
  private static let signedBytes = 131_072

  package var clientToken: String
  package var clientSecret: String
  package var accessToken: String

  package init(clientToken: String, clientSecret: String, accessToken: String) {
    self.clientToken = clientToken
    self.clientSecret = clientSecret
    self.accessToken = accessToken
  }

  package func sign(_ request: inout Request, _ body: [UInt8], _ moment: PurgeRequest.Moment) {
    let time = SigningTime(seconds: moment.seconds)
    let timestamp = "\(time.day)T\(time.time)+0000"
    let claim =
      "EG1-HMAC-SHA256 client_token=\(clientToken);access_token=\(accessToken);"
      + "timestamp=\(timestamp);nonce=\(moment.nonce);"
    let signed = Array(body.prefix(EdgeGridSignature.signedBytes))
    let isHashed = request.method == .post && !signed.isEmpty
    let text = [
      request.method.name, "\(request.scheme.name)",
      request.authority, request.target, "",
      isHashed ? base64(SHA256.digest(of: signed.span)) : "", claim,
    ].joined(separator: "\t")
    let key = base64(keyed(timestamp, Array(clientSecret.utf8)))
    request.fields.append(
      FieldName(.authorization),
      claim + "signature=" + base64(keyed(text, Array(key.utf8))),
      isSensitive: true
    )
  }

  private func keyed(_ text: String, _ key: [UInt8]) -> [UInt8] {
    SHA256.authentication(of: text.utf8Span.span, key: key)
  }

  private func base64(_ bytes: [UInt8]) -> String {
    var buffer = ByteBuffer(capacity: 64)
    buffer.append(base64: bytes.span)
    return buffer.span.text
  }
}
