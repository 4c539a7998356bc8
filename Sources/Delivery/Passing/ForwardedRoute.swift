// SPDX-License-Identifier: Apache-2.0

package import Backends
package import HTTPClient
package import HTTPValues

/// Changes that a route makes to a request and its answer on their way, beside those of every intermediary.
package protocol ForwardedRoute: AnyObject {
  /// Prepares the request, which is sent next.
  func prepare(_ request: inout Request)
  /// Prepares the head of the answer for the client; returns who is shown the body.
  ///
  /// - Parameter endpoint: the address that was asked, where that is known.
  func prepare(
    _ response: inout Response,
    at endpoint: Destination?
  ) -> (any ContentObserver)?
  /// Is told why there is no answer.
  func failed(_ fault: BackendFault)
}

/// Is shown the body of an answer, as far as the client has got it.
package protocol ContentObserver: AnyObject {
  func append(_ piece: Span<UInt8>)
  /// The client has the whole answer.
  func finish()
}
