// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges

extension Golden {
  /// Without one of its parts, and to be made again in half a minute.
  static let degraded = Golden(
    "degraded",
    answer(goodFor: 30) { $0.isDegraded = true },
    [
      .plain: [
        "cache-control: public, max-age=5, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:45 GMT",
      ],
      .varnish: [
        "cache-control: public, max-age=5, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:45 GMT",
      ],
      .nginx: [
        "x-accel-expires: @1000000005", "cache-control: public, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:47:10 GMT",
      ],
      .fastly: [
        "surrogate-control: max-age=5, stale-if-error=86400",
        "cache-control: public, max-age=30, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:47:10 GMT",
      ],
      .cloudflare: [
        "cloudflare-cdn-cache-control: max-age=5, stale-if-error=86400",
        "cache-control: public, max-age=30, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:47:10 GMT",
      ],
      .cloudfront: [
        "cache-control: public, max-age=5, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:45 GMT",
      ],
      .akamai: [
        "akamai-cache-control: max-age=5, stale-if-error=86400",
        "cache-control: public, max-age=30, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:47:10 GMT",
      ],
    ]
  )

  static let keptByTheGatewayAlone = Golden(
    "private to everybody but the gateway",
    answer { $0.whole.privacy = .sharedByGateway },
    [
      .plain: [
        "cache-control: private, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .varnish: [
        "cache-control: private, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .nginx: [
        "x-accel-expires: 0",
        "cache-control: private, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .fastly: [
        "cache-control: private, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .cloudflare: [
        "cloudflare-cdn-cache-control: no-store",
        "cache-control: private, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .cloudfront: [
        "cache-control: private, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .akamai: [
        "akamai-cache-control: no-store",
        "cache-control: private, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
    ]
  )

  static let withoutWindows = Golden(
    "without stale windows",
    answer(revalidate: 0, error: 0),
    [
      .plain: [
        "cache-control: public, max-age=300", "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .varnish: [
        "cache-control: public, max-age=300", "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .nginx: [
        "x-accel-expires: @1000000300", "cache-control: public",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .fastly: [
        "surrogate-control: max-age=300", "cache-control: public, max-age=300",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .cloudflare: [
        "cloudflare-cdn-cache-control: max-age=300", "cache-control: public, max-age=300",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .cloudfront: [
        "cache-control: public, max-age=300", "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .akamai: [
        "akamai-cache-control: max-age=300", "cache-control: public, max-age=300",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
    ]
  )

  /// What is one visitor's own is kept by its app alone, and never stands in.
  static let visitor = Golden(
    "one visitor's own",
    answer { $0.whole.privacy = .visitor },
    EdgeKind.allCases.reduce(into: [:]) { fields, kind in
      fields[kind] =
        own(kind) + [
          "cache-control: private, max-age=300", "expires: Sun, 09 Sep 2001 01:51:40 GMT",
        ]
    }
  )

  /// What nobody may keep.
  static let nobody = Golden(
    "for nobody to keep",
    answer(goodFor: 0) { $0.whole.privacy = .nobody },
    EdgeKind.allCases.reduce(into: [:]) { fields, kind in
      fields[kind] =
        own(kind) + [
          "cache-control: private, no-store", "expires: Sun, 09 Sep 2001 01:46:40 GMT",
        ]
    }
  )

  /// The edges that have a field of their own are told there that they keep nothing.
  private static func own(_ kind: EdgeKind) -> [String] {
    switch kind {
    case .nginx: ["x-accel-expires: 0"]
    case .cloudflare: ["cloudflare-cdn-cache-control: no-store"]
    case .akamai: ["akamai-cache-control: no-store"]
    default: []
    }
  }

  /// Something in it changes twenty seconds after it expires.
  static let beforeChange = Golden(
    "before a scheduled change",
    answer { $0.whole.change = UnixTime(seconds: 1_000_000_320) },
    [
      .plain: [
        "cache-control: public, max-age=300, stale-while-revalidate=20, stale-if-error=20",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .varnish: [
        "cache-control: public, max-age=300, stale-while-revalidate=20, stale-if-error=20",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .nginx: [
        "x-accel-expires: @1000000300",
        "cache-control: public, stale-while-revalidate=20, stale-if-error=20",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .fastly: [
        "surrogate-control: max-age=300, stale-while-revalidate=20, stale-if-error=20",
        "cache-control: public, max-age=300, stale-while-revalidate=20, stale-if-error=20",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .cloudflare: [
        "cloudflare-cdn-cache-control: max-age=300, stale-while-revalidate=20, stale-if-error=20",
        "cache-control: public, max-age=300, stale-while-revalidate=20, stale-if-error=20",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .cloudfront: [
        "cache-control: public, max-age=300, stale-while-revalidate=20, stale-if-error=20",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .akamai: [
        "akamai-cache-control: max-age=300, stale-while-revalidate=20, stale-if-error=20",
        "cache-control: public, max-age=300, stale-while-revalidate=20, stale-if-error=20",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
    ]
  )
}
