// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// The directives of a request, as far as the route follows them.
struct Wishes: Equatable {
  let noCache: Bool
  let onlyIfCached: Bool
  let maxAge: Int?
  let minFresh: Int?
  let maxStale: Int?
  let staleIfError: Int?

  init(_ fields: borrowing FieldsView, obeyed: ClientWishes) {
    guard fields.contains(.cacheControl) else {
      // RFC 9111 section 5.4: Pragma counts only where there is no Cache-Control.
      noCache =
        obeyed.contains(.pragma) && FieldMembers.contains("no-cache", of: .pragma, in: fields)
      (onlyIfCached, maxAge, minFresh, maxStale, staleIfError) = (false, nil, nil, nil, nil)
      return
    }
    let control = RequestCacheControl(fields)
    noCache = control.noCache && obeyed.contains(.noCache)
    onlyIfCached = control.onlyIfCached && obeyed.contains(.onlyIfCached)
    maxAge = obeyed.contains(.maxAge) ? control.maxAge : nil
    minFresh = obeyed.contains(.minFresh) ? control.minFresh : nil
    maxStale = obeyed.contains(.maxStale) ? control.maxStale : nil
    staleIfError = obeyed.contains(.staleIfError) ? control.staleIfError : nil
  }
}
