// SPDX-License-Identifier: Apache-2.0

import Geography
import HTTPValues
import Synchronization

/// The country database of one loop; a new one is taken over as soon as it is loaded.
final class AddressCountries {
  private let file: CountryFile
  private var generation: UInt64
  private var database: CountryDatabase

  init(_ file: CountryFile) {
    self.file = file
    generation = file.generation.load(ordering: .acquiring)
    database = file.database
  }

  /// The country of an address, as two letters.
  func country(of address: IPAddress?) -> String? {
    guard let address else { return nil }
    let generation = file.generation.load(ordering: .acquiring)
    if generation != self.generation {
      self.generation = generation
      database = file.database
    }
    let bytes = address.bytes
    return database.country(of: bytes.span)?.description
  }
}
