// SPDX-License-Identifier: Apache-2.0

import Reactor
import ResourceStore
package import Sites

/// The stores of sites' records, as they are declared, backed up and moved.
package enum RecordStores {
  package enum Place {
    case file(String)
    case database(String, password: String?)
  }

  /// Opens the store that a site declares. A file whose records were moved is refused, since they may have
  /// changed elsewhere.
  static func open(_ settings: ResourceSettings, in state: String) throws -> ResourceStore {
    guard let address = settings.store else {
      let store = try ResourceStore("\(state)/\(SiteResources.fileName)")
      if let place = try store.movedPlace() { throw StoreError.moved(to: place) }
      return store
    }
    var opening = StoreSettings()
    opening.opensAtOnce = true
    return try ResourceStore(
      at: address,
      password: settings.storePassword.map(password(in:)),
      opening
    )
  }

  /// Returns the name of a declared store that anybody may know: that of the database, without its
  /// machines and user.
  package static func name(of settings: ResourceSettings) -> String {
    settings.store.map(name(ofDatabaseAt:)) ?? "the file \(SiteResources.fileName)"
  }

  /// Returns the name of a database, without its machines and user.
  package static func name(ofDatabaseAt address: String) -> String {
    let place = address.split(separator: "?", maxSplits: 1).first ?? ""
    return "the PostgreSQL database \(place.split(separator: "/").last ?? "")"
  }

  /// Returns the password in a variable of the environment.
  package static func password(in variable: String) throws -> String {
    guard let password = ProcessEnvironment.all[variable], !password.isEmpty else {
      throw StoreError(
        .unavailable,
        "the environment has no \(variable); expected the password of the records' database"
      )
    }
    return password
  }

  /// Copies the last commit of a store to a new file, and checks that the file is sound.
  package static func back(up place: Place, to path: String) throws {
    switch place {
    case .file(let file): try StoreCopy.copy(fileAt: file, to: path)
    case .database(let address, let password):
      try ResourceStore(at: address, password: password).backUp(to: path)
    }
  }

  /// Copies the records of a file to a database that has none, and compares all of them; returns the
  /// number of records of each type.
  package static func move(
    _ file: String,
    toDatabaseAt address: String,
    password: String?
  ) throws -> [String: Int] {
    try StoreCopy.fill(.store(at: address, password: password), fromFileAt: file)
  }
}
