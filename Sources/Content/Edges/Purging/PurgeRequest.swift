// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// A request that purges, but for what changes with every time that it is sent.
package struct PurgeRequest: Sendable, Equatable {
  /// What stands in a body for a name that no other request has.
  static let reference = "{reference}"

  package var method: HTTPValues.Method
  package var target: String
  /// The host that is asked for, where it is not the one that is connected to.
  package var authority: String?
  package var fields: Fields = [:]
  package var body = ""
  package var signature = PurgeSignature.none
  /// How long it may take, where that is not what all may.
  package var patience: Duration?
  /// Statuses that mean as much as success.
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

  /// Whether a status says that it is done.
  package func isDone(_ status: Int) -> Bool {
    (200...299).contains(status) || accepted.contains(status)
  }

  /// The request as it is sent at a moment.
  package func sent(
    to authority: String,
    scheme: Scheme,
    _ moment: PurgeMoment
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

/// What is another thing every time that something is sent.
package struct PurgeMoment: Sendable {
  /// Unix seconds.
  package var seconds: Int64
  /// A text that nobody has seen before.
  package var nonce: String
  /// The name of the purge and how often it was tried.
  package var reference: String

  package init(seconds: Int64, nonce: String, reference: String) {
    self.seconds = seconds
    self.nonce = nonce
    self.reference = reference
  }
}
