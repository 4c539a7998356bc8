// SPDX-License-Identifier: Apache-2.0

import AnswerCache

/// A payload that claims a size and does not take it.
final class Body: CachePayload {
  let byteCount: Int

  init(bytes: Int) { byteCount = bytes }
}
