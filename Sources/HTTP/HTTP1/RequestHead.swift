// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// Head of a request, with ranges of the bytes that it was read from.
package struct RequestHead: Sendable, Equatable {
  package let method: Method
  package let version: Version
  /// The scheme of a target in absolute form.
  package let scheme: Scheme?
  /// Path and query, or `*`; the whole target of CONNECT.
  package let target: Range<Int>
  /// Host and port: of the target in absolute form, of the Host field otherwise; empty without one.
  package let authority: Range<Int>
  package let framing: BodyFraming
  /// Whether the connection goes on after the answer.
  package let isPersistent: Bool
  package let expectsContinue: Bool
  /// Whether the client says that it reads fields behind a chunked body.
  package let acceptsTrailers: Bool
  /// Whether the client offers to go on in another protocol, which a server may ignore.
  package let offersUpgrade: Bool
  /// Length of the head in bytes, its last empty line included.
  package let length: Int
}
