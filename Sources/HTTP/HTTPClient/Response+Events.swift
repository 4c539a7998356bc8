// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues

extension Response {
  /// Whether the content is a stream of events, which has no end and long pauses.
  package var isEventStream: Bool {
    let view = fields.view
    guard let index = view.onlyIndex(of: .contentType) else { return false }
    let (type, name) = (view.value(at: index), "text/event-stream")
    let length = name.utf8.count
    return type.count >= length
      && type.extracting(first: length).matches(ignoringCase: name.utf8Span.span)
  }
}
