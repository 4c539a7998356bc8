// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

// A browser on this machine connects to a loopback listener on behalf of any page. A page's
// requests arrive here in two ways. Its owner points its own name to 127.0.0.1 (DNS rebinding):
// then the browser treats our responses as the page's, but sends that name as Host. Or the page
// asks across origins: it cannot read the response, but the request arrives, with the page's Origin
// and, in current browsers, with Sec-Fetch-Site (Fetch Metadata). Programs other than browsers send
// neither field.

/// Recognises requests that a page of another origin may have caused.
enum CrossOriginRequests {
  private static let fetchSite: FieldName = "sec-fetch-site"
  /// `none` stands for a typed address, a bookmark or the like.
  private static let ownSites = ["same-origin", "none"]

  static func refusal(of request: borrowing RequestView) -> AdminGate.Refusal? {
    guard isThisMachine(request.authority) else { return .host }
    if request.fields.contains(.origin), !isSameOrigin(request) { return .origin }
    if let site = request.fields.combined(fetchSite), !ownSites.contains(site) { return .origin }
    return nil
  }

  /// Returns whether a page of another origin caused a request: according to Sec-Fetch-Site, or
  /// according to Origin where a browser does not send that, as over plain HTTP.
  static func isForeign(_ request: borrowing RequestView) -> Bool {
    if let site = request.fields.combined(fetchSite) { return !ownSites.contains(site) }
    return request.fields.contains(.origin) && !isSameOrigin(request)
  }

  /// Returns whether the host is `localhost` or a loopback address. The port is not compared, since
  /// a forwarded port may differ.
  private static func isThisMachine(_ authority: Span<UInt8>) -> Bool {
    guard let authority = Authority(authority) else { return false }
    guard let address = authority.address else { return authority.host == "localhost" }
    return address.ipv4.map { $0 >> 24 == 127 } ?? (address.bits == 1)
  }

  /// Returns whether Origin equals the scheme and authority of the request.
  private static func isSameOrigin(_ request: borrowing RequestView) -> Bool {
    guard let index = request.fields.onlyIndex(of: .origin) else { return false }
    let own = "\(request.scheme.name)://\(request.authority.text)"
    return request.fields.value(at: index).matches(ignoringCase: own.utf8Span.span)
  }
}
