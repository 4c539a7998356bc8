// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Limit of the descriptors that the process may have open.
package enum DescriptorLimit {
  /// Raises the soft limit to the hard one, and answers what holds then. The soft one is low for the
  /// sake of programs that use `select`; others raise it themselves.
  package static func raise() throws(SystemError) -> Int {
    let limit = clinux_raise_descriptor_limit()
    guard limit >= 0 else { throw .last("raise the limit of descriptors") }
    return Int(limit)
  }
}
