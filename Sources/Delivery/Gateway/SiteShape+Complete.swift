// SPDX-License-Identifier: Apache-2.0

import Learning
package import Sites

extension SiteShape {
  /// All that the file of a site may say.
  package static let complete = SiteShape([
    RateLimits.self, BeaconSettings.self, RefreshSettings.self, HintSettings.self,
    RolloutSettings.self,
  ])
}
