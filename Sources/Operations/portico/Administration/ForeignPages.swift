// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

// A browser on this machine connects to a loopback listener for any page that it shows. Two ways lead a
// page's requests here. Its owner points the page's own name to 127.0.0.1 (DNS rebinding): then the
// browser takes our answers for the page's, but sends that name as Host. Or the page asks across
// origins: it cannot read the answer, but the request arrives, with the page's Origin and, in current
// browsers, with Sec-Fetch-Site (Fetch Metadata). Programs that are no browsers send neither field.

/// Recognizes requests that a page of another origin may have made a browser send.
enum ForeignPages {
  private static let fetchSite: FieldName = "sec-fetch-site"
  /// `none` is what somebody typed, a bookmark or the like.
  private static let ownSites = ["same-origin", "none"]

  static func refusal(of request: borrowing RequestView) -> AdminGate.Refusal? {
    guard isThisMachine(request.authority) else { return .host }
    if request.fields.contains(.origin), !isSameOrigin(request) { return .origin }
    if let site = request.fields.combined(fetchSite), !ownSites.contains(site) { return .origin }
    return nil
  }

  /// Whether the host is `localhost` or a loopback address; a port forwarded to ours may have another
  /// number, so the port is not compared.
  private static func isThisMachine(_ authority: Span<UInt8>) -> Bool {
    guard let authority = Authority(authority) else { return false }
    guard let address = authority.address else { return authority.host == "localhost" }
    return address.ipv4.map { $0 >> 24 == 127 } ?? (address.bits == 1)
  }

  /// Whether Origin names the scheme and the authority that the request is sent to.
  private static func isSameOrigin(_ request: borrowing RequestView) -> Bool {
    guard let index = request.fields.onlyIndex(of: .origin) else { return false }
    let own = "\(request.scheme.name)://\(request.authority.text)"
    return request.fields.value(at: index).matches(ignoringCase: own.utf8Span.span)
  }
}
