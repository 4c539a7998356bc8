// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// A request that was forwarded, with what came back and when.
package struct AnsweredRequest: Sendable, Equatable {
  /// As the client sent it, so that Vary compares what clients send.
  package var request: Request
  package var response: Response
  /// Unix seconds, when the request was sent.
  package var requestTime: Int64
  /// Unix seconds, when the head of the answer came.
  package var responseTime: Int64

  package init(
    request: Request,
    response: Response,
    requestTime: Int64,
    responseTime: Int64
  ) {
    self.request = request
    self.response = response
    self.requestTime = requestTime
    self.responseTime = responseTime
  }
}
