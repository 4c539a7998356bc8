// SPDX-License-Identifier: Apache-2.0

/// The services of the shop, in the order of their ports.
package enum ServiceName: String, Sendable, CaseIterable {
  case catalog
  case prices
  case reviews
  case stock
  case stores
  case accounts
  case orders
}

extension ServiceName {
  /// Creates the service with its data in a folder.
  func service(in folder: String) throws -> any ShopService {
    let path = "\(folder)/\(rawValue).sqlite"
    switch self {
    case .catalog: return try CatalogService(path)
    case .prices: return try PriceService(path)
    case .reviews: return try ReviewService(path)
    case .stock: return try StockService(path)
    case .stores: return try StoreService(path)
    case .accounts: return try AccountService(path, secret: ShopSecret.read(in: folder))
    case .orders: return try OrderService(path, secret: ShopSecret.read(in: folder))
    }
  }
}
