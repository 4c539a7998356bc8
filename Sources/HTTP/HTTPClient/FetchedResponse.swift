// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// A whole response.
package struct FetchedResponse: Sendable {
  package let response: Response
  package let body: [UInt8]
  package let trailers: Fields
}
