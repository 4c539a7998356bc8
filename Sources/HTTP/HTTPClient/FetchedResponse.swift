// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// A whole response.
package struct FetchedResponse: Sendable {
  /// The response's head.
  package let response: Response
  /// The whole content.
  package let body: [UInt8]
  /// The fields behind the content.
  package let trailers: Fields
}
