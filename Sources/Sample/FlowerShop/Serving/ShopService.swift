// SPDX-License-Identifier: Apache-2.0

import SQLite

/// One of the shop's services: its routes over its own data.
protocol ShopService: Sendable {
  /// Where its data is.
  var database: SharedDatabase { get }

  var routes: [ServiceRoute] { get }

  /// Throws when the service could not answer anybody, for example for want of its data.
  func check() throws
}
