// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// Content that is written piece by piece while the message is being sent.
final class OutgoingBody {
  var queue = ByteBuffer()
  var isEnded = false
  var trailers: Fields?
  /// Whether the writer was told to wait and is owed a word when there is room again.
  var isFull = false

  var count: Int { queue.count }
}
