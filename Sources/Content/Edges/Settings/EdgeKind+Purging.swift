// SPDX-License-Identifier: Apache-2.0

/// What a kind of edge must know to be purged.
extension EdgeKind {
  /// Where its API is; `nil` where everybody has an address of their own.
  var purgeAddress: String? {
    switch self {
    case .plain, .varnish, .nginx, .akamai: nil
    case .fastly: "https://api.fastly.com"
    case .cloudflare: "https://api.cloudflare.com"
    case .cloudfront: "https://cloudfront.amazonaws.com"
    }
  }

  /// The member that names what is purged, and what it is unless given.
  var purgeSubject: (key: String, standard: String?)? {
    switch self {
    case .plain, .varnish, .nginx: nil
    case .fastly: ("service", nil)
    case .cloudflare: ("zone", nil)
    case .cloudfront: ("distribution", nil)
    case .akamai: ("network", EdgePurge.Network.production.rawValue)
    }
  }

  /// The parts of its secret; the only one has no name, and `nil` means any.
  var secretParts: (needed: [String], possible: [String])? {
    switch self {
    case .plain: nil
    case .varnish, .nginx: ([], [])
    case .fastly, .cloudflare: ([""], [])
    case .cloudfront: (["accessKey", "secretKey"], ["sessionToken"])
    case .akamai: (["clientToken", "clientSecret", "accessToken"], [])
    }
  }

  /// Whether it is told whole URLs, with a host.
  package var namesWholeURLs: Bool {
    switch self {
    case .plain, .varnish, .nginx, .cloudfront: false
    case .fastly, .cloudflare, .akamai: true
    }
  }
}
