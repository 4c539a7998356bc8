// SPDX-License-Identifier: Apache-2.0

import HTTP2

/// One thing that a session told.
enum Event: Equatable {
  case request(Int32)
  case refusedHead(Int32)
  case response(Int32, Int)
  case trailers(Int32)
  case ended(Int32)
  case rejected(Int32, HTTP2Malformation)
  case closed(Int32, HTTP2StreamEnd)
  case drained(Int32)
  case goAway(Int32, HTTP2ErrorCode)
  case ping(UInt64)
  case settings
  case failed(HTTP2Fault.Kind)
}
