// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges

extension Golden {
  static let all = [
    fresh, soonStale, purged, expired, degraded, keptByTheGatewayAlone, visitor, nobody,
    beforeChange, withoutWindows,
  ]

  private static let fresh = Golden(
    "fresh",
    answer(),
    [
      .plain: [
        "cache-control: public, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .varnish: [
        "cache-control: public, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .nginx: [
        "x-accel-expires: @1000000300",
        "cache-control: public, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .fastly: [
        "surrogate-control: max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "cache-control: public, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .cloudflare: [
        "cloudflare-cdn-cache-control: max-age=300, stale-while-revalidate=60, "
          + "stale-if-error=86400",
        "cache-control: public, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .cloudfront: [
        "cache-control: public, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
      .akamai: [
        "akamai-cache-control: max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "cache-control: public, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:51:40 GMT",
      ],
    ]
  )

  /// In its last second.
  private static let soonStale = Golden(
    "in its last second",
    answer(goodFor: 1),
    [
      .plain: [
        "cache-control: public, max-age=1, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
      .varnish: [
        "cache-control: public, max-age=1, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
      .nginx: [
        "x-accel-expires: @1000000001",
        "cache-control: public, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
      .fastly: [
        "surrogate-control: max-age=1, stale-while-revalidate=60, stale-if-error=86400",
        "cache-control: public, max-age=1, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
      .cloudflare: [
        "cloudflare-cdn-cache-control: max-age=1, stale-while-revalidate=60, stale-if-error=86400",
        "cache-control: public, max-age=1, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
      .cloudfront: [
        "cache-control: public, max-age=1, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
      .akamai: [
        "akamai-cache-control: max-age=1, stale-while-revalidate=60, stale-if-error=86400",
        "cache-control: public, max-age=1, stale-while-revalidate=60, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
    ]
  )

  /// Purged softly in the middle of its time.
  private static let purged = Golden(
    "stale by a purge",
    answer { $0.isStale = true },
    [
      .plain: [
        "cache-control: public, max-age=0, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:40 GMT",
      ],
      .varnish: [
        "cache-control: public, max-age=1, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
      .nginx: [
        "x-accel-expires: @1000000001", "cache-control: public, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:40 GMT",
      ],
      .fastly: [
        "surrogate-control: max-age=1, stale-if-error=86400",
        "cache-control: public, max-age=0, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:40 GMT",
      ],
      .cloudflare: [
        "cloudflare-cdn-cache-control: max-age=1, stale-if-error=86400",
        "cache-control: public, max-age=0, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:40 GMT",
      ],
      .cloudfront: [
        "cache-control: public, max-age=1, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
      .akamai: [
        "akamai-cache-control: max-age=1, stale-if-error=86400",
        "cache-control: public, max-age=0, stale-if-error=86400",
        "expires: Sun, 09 Sep 2001 01:46:40 GMT",
      ],
    ]
  )

  /// Ten seconds too old, and sent because there is nothing newer: the last instant for errors stays.
  private static let expired = Golden(
    "expired",
    answer(goodFor: -10),
    [
      .plain: [
        "cache-control: public, max-age=0, stale-if-error=86390",
        "expires: Sun, 09 Sep 2001 01:46:30 GMT",
      ],
      .varnish: [
        "cache-control: public, max-age=1, stale-if-error=86389",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
      .nginx: [
        "x-accel-expires: @1000000001", "cache-control: public, stale-if-error=86389",
        "expires: Sun, 09 Sep 2001 01:46:30 GMT",
      ],
      .fastly: [
        "surrogate-control: max-age=1, stale-if-error=86389",
        "cache-control: public, max-age=0, stale-if-error=86390",
        "expires: Sun, 09 Sep 2001 01:46:30 GMT",
      ],
      .cloudflare: [
        "cloudflare-cdn-cache-control: max-age=1, stale-if-error=86389",
        "cache-control: public, max-age=0, stale-if-error=86390",
        "expires: Sun, 09 Sep 2001 01:46:30 GMT",
      ],
      .cloudfront: [
        "cache-control: public, max-age=1, stale-if-error=86389",
        "expires: Sun, 09 Sep 2001 01:46:41 GMT",
      ],
      .akamai: [
        "akamai-cache-control: max-age=1, stale-if-error=86389",
        "cache-control: public, max-age=0, stale-if-error=86390",
        "expires: Sun, 09 Sep 2001 01:46:30 GMT",
      ],
    ]
  )
}
