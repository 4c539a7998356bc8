// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import Editions

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

  static let mine = Golden(
    "private",
    answer { $0.isPublic = false },
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
}
