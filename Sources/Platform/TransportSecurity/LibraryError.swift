// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The errors in OpenSSL's queue for this thread.
struct LibraryError {
  /// The reason code of the oldest error, if it is one of the TLS protocol.
  let protocolReason: Int32?
  /// All reasons, the oldest first.
  let text: String

  /// The most reasons shown.
  private static let limit = 3

  /// Empties the queue; `nil` when it was empty.
  static func take() -> LibraryError? {
    var texts: [String] = []
    var first: UInt?
    while true {
      var reason: UnsafePointer<CChar>?
      var data: UnsafePointer<CChar>?
      // Safe: the pointers are to locals; the texts behind them last until the next call.
      let code = unsafe copenssl_next_error(&reason, &data)
      guard code != 0 else { break }
      if first == nil { first = code }
      let name = unsafe reason.map { unsafe String(cString: $0) } ?? "error \(code)"
      let text = unsafe data.map { unsafe "\(name): \(String(cString: $0))" } ?? name
      if texts.count < limit && !texts.contains(text) { texts.append(text) }
    }
    guard let first else { return nil }
    let isOfProtocol = copenssl_error_is_of_tls(first) != 0
    return LibraryError(
      protocolReason: isOfProtocol ? copenssl_error_reason(first) : nil,
      text: texts.joined(separator: "; ")
    )
  }
}
