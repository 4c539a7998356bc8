// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import Glibc

extension UnixTime {
  /// The present second by the clock of the machine.
  package static var now: UnixTime { UnixTime(seconds: Int64(time(nil))) }
}
