// SPDX-License-Identifier: Apache-2.0

/// The services of the shop, in the order of their ports.
package enum ServiceName: String, Sendable, CaseIterable {
  case catalog
  case prices
}

extension ServiceName {
  /// The service over its data in a folder.
  func service(in folder: String) throws -> any ShopService {
    let path = "\(folder)/\(rawValue).sqlite"
    switch self {
    case .catalog: return try CatalogService(path)
    case .prices: return try PriceService(path)
    }
  }
}
