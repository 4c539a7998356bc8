// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite

/// A service of the shop: its routes over its own data.
protocol ShopService: Sendable {
  /// The service's database.
  var database: SharedDatabase { get }

  var routes: [ServiceRoute] { get }

  /// Throws if the service cannot answer, for example for want of its data.
  func check() throws
}
