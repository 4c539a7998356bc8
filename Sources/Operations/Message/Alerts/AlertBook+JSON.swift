// SPDX-License-Identifier: Apache-2.0

import Bytes
import Measure

extension AlertBook.Entry {
  /// The alert as a JSON object, for a receiver that knows nothing of the service.
  package var json: [UInt8] {
    var bytes = Array("{\"alert\":".utf8)
    bytes.appendJSON(condition.id)
    bytes += ",\"state\":\"\(state.rawValue)\",\"severity\":\"\(condition.severity.rawValue)\"".utf8
    if let site = condition.site {
      bytes += ",\"site\":".utf8
      bytes.appendJSON(site)
    }
    bytes += ",\"text\":".utf8
    bytes.appendJSON(condition.text)
    bytes += ",\"look\":".utf8
    bytes.appendJSON(condition.look)
    bytes += ",\"since\":\(since)}".utf8
    return bytes
  }
}
