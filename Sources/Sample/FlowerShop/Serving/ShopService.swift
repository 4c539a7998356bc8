// SPDX-License-Identifier: Apache-2.0

/// One of the shop's services: its routes over its own data.
protocol ShopService: Sendable {
  var routes: [ServiceRoute] { get }

  /// Throws when the service could not answer anybody, for example for want of its data.
  func check() throws
}
