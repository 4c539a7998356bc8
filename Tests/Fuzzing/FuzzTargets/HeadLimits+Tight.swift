// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues

extension HeadLimits {
  /// Limits that short inputs pass.
  static let tight: HeadLimits = {
    var limits = HeadLimits()
    limits.startLine = 32
    limits.fields = 3
    limits.bytes = 96
    return limits
  }()
}

extension Fields {
  /// The fields that a codec does not make itself.
  var ofMessage: Fields {
    var fields = self
    fields.removeAll { view, index in
      switch view.slot(at: index).known {
      case .host, .contentLength, .transferEncoding, .connection, .keepAlive, .proxyConnection: true
      default: false
      }
    }
    return fields
  }
}
