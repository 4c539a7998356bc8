// SPDX-License-Identifier: Apache-2.0

/// The numbers of so many streams at most; a new one takes the place of the oldest.
struct RecentStreams {
  private let capacity: Int
  private var ids: [HTTP2StreamID] = []
  private var oldest = 0

  init(capacity: Int) { self.capacity = capacity }

  mutating func insert(_ id: HTTP2StreamID) {
    guard ids.count == capacity else {
      ids.append(id)
      return
    }
    ids[oldest] = id
    oldest = oldest + 1 == capacity ? 0 : oldest + 1
  }

  func contains(_ id: HTTP2StreamID) -> Bool { ids.contains(id) }
}
