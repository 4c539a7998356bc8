// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// A request that purges, without what differs each time it is sent.
package struct PurgeRequest: Sendable, Equatable {
  /// The placeholder in a body for a name that no other request has.
  static let reference = "{reference}"

  package var method: HTTPValues.Method
  package var target: String
  /// The host that is asked for, where it differs from the address.
  package var authority: String?
  package var fields: Fields = [:]
  package var body = ""
  var signature = PurgeSignature.none
  /// Duration that the request may take; `nil`: as long as other requests.
  package var patience: Duration?
  /// Statuses that count as success beside 2xx.
  package var accepted: [Int] = []

  package init(_ method: HTTPValues.Method, _ target: String) {
    self.method = method
    self.target = target
  }

  /// A request with a body of JSON.
  static func json(_ target: String, _ body: String, _ fields: Fields = [:]) -> PurgeRequest {
    var request = PurgeRequest(.post, target)
    request.fields = fields
    request.fields.append("content-type", "application/json")
    request.body = body
    return request
  }

  /// Whether a status means success.
  package func isDone(_ status: Int) -> Bool {
    (200...299).contains(status) || accepted.contains(status)
  }

  /// The request as it is sent at a moment.
  package func sent(
    to authority: String,
    scheme: Scheme,
    _ moment: Moment
  ) -> (request: Request, body: [UInt8]) {
    let authority = self.authority ?? authority
    let body = Array(body.replacing(PurgeRequest.reference, with: moment.reference).utf8)
    var request = Request(
      method,
      scheme: scheme,
      authority: authority,
      target: target,
      fields: fields
    )
    signature.sign(&request, body, moment)
    return (request, body)
  }
}

extension PurgeRequest {
  /// The values that differ each time a request is sent.
  package struct Moment: Sendable {
    /// Unix seconds.
    package var seconds: Int64
    /// A random text that is used once.
    package var nonce: String
    /// The name of the purge and the number of the attempt.
    package var reference: String

    package init(seconds: Int64, nonce: String, reference: String) {
      self.seconds = seconds
      self.nonce = nonce
      self.reference = reference
    }
  }
}
