// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// A host of a site, with the place where it is declared.
package struct SiteHost: Sendable, Hashable {
  package let pattern: HostPattern
  package let place: FilePlace

  package init(_ pattern: HostPattern, at place: FilePlace) {
    self.pattern = pattern
    self.place = place
  }
}
