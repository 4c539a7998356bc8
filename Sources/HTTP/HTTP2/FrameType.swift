// SPDX-License-Identifier: Apache-2.0

/// The frame types of RFC 9113 section 6 and RFC 9218 section 7.1.
enum FrameType: UInt8 {
  case data = 0
  case headers = 1
  case priority = 2
  case resetStream = 3
  case settings = 4
  case pushPromise = 5
  case ping = 6
  case goAway = 7
  case windowUpdate = 8
  case continuation = 9
  case priorityUpdate = 16
  case other = 255
}
