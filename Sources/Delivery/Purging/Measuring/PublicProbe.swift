// SPDX-License-Identifier: Apache-2.0

import Edges
import HTTPClient
import HTTPValues
import Reactor

/// Asks for public paths as an app would. It lives on its loop.
struct PublicProbe {
  /// The most bytes of an answer that are read.
  private static let bodyBytes = 65_536

  private let client: HTTPClient
  private let timeout: Duration

  init(_ client: HTTPClient, timeout: Duration) {
    self.client = client
    self.timeout = timeout
  }

  /// Judges whether an answer was made after a purge.
  func verdict(on path: String, at origin: Origin, since: Int64) async -> ProbeVerdict {
    do throws(ClientError) {
      let (response, _) = try await ask(for: path, at: origin)
      return ProbeVerdict(response, since: since, now: client.core.wallSeconds)
    } catch {
      return .undecided("\(origin.authority): \(error.description)")
    }
  }

  /// Judges who has answered, and whether the answer was fresh.
  func observation(of path: String, at origin: Origin) async -> EdgeObservation {
    do throws(ClientError) {
      let (response, body) = try await ask(for: path, at: origin)
      return EdgeObservation(response, body: body, now: client.core.wallSeconds)
    } catch {
      return EdgeObservation(failure: "\(origin.authority): \(error.description)")
    }
  }

  private func ask(
    for path: String,
    at origin: Origin
  ) async throws(ClientError) -> (Response, [UInt8]) {
    var request = Request(
      .get,
      scheme: origin.scheme,
      authority: origin.authority,
      target: path
    )
    request.fields.append("accept", "*/*")
    var options = CallOptions()
    options.deadline = client.core.now + timeout
    options.connectionWait = timeout
    options.bodyLimit = PublicProbe.bodyBytes
    let exchange = try await client.open(request, to: Destination(origin), options: options)
    let response = exchange.response
    // The head is judged where the body is too long, which is then not read to its end.
    let body = (try? await exchange.collect(atMost: PublicProbe.bodyBytes))?.body ?? []
    return (response, body)
  }
}
