// SPDX-License-Identifier: Apache-2.0

import Composition
import ContentCoding
import HTTPClient
import HTTPValues
import Plans
import Reactor

/// The services behind a site, as one loop calls them.
final class Services {
  private let client: HTTPClient
  private var declarations: [String: BackendDeclaration] = [:]

  init(_ client: HTTPClient) { self.client = client }

  /// Takes over what an edition says of services.
  func renew(_ backends: [BackendDeclaration]) {
    declarations = Dictionary(backends.map { ($0.name, $0) }) { first, _ in first }
  }

  /// What a service says: JSON that nobody has read yet.
  func answer(
    to request: CallRequest,
    until deadline: Instant
  ) async throws(ServiceFault) -> (fields: Fields, body: [UInt8]) {
    guard let backend = declarations[request.call.backend], let address = backend.addresses.first
    else { throw ServiceFault(reason: "no-backend") }
    let origin = Origin(
      address.isSecure ? .https : .http,
      host: address.host,
      port: UInt16(clamping: address.port)
    )
    var options = CallOptions()
    options.deadline = min(deadline, client.core.now + (request.call.timeout ?? backend.timeout))
    options.bodyLimit = backend.maximumBytes
    options.decoding = DecodingLimits()
    let response: FetchedResponse
    do throws(ClientError) {
      response = try await client.fetch(
        Request(
          authority: origin.authority,
          target: request.target,
          fields: ["accept": "application/json"]
        ),
        to: origin,
        options: options
      )
    } catch {
      throw ServiceFault(reason: error.kind.rawValue)
    }
    guard response.response.status == .ok else {
      throw ServiceFault(reason: "status-\(response.response.status.code)")
    }
    let type = response.response.fields.view.text(.contentType).flatMap { MediaType($0) }
    guard type?.isJSON ?? false else { throw .wrongType }
    return (response.response.fields, response.body)
  }
}

extension MediaType {
  /// `application/json` and everything whose name says that it is JSON inside.
  fileprivate var isJSON: Bool {
    type == "application" && (subtype == "json" || subtype.hasSuffix("+json"))
  }
}
