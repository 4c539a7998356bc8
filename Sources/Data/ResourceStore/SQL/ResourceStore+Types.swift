// SPDX-License-Identifier: Apache-2.0

import Digests
package import ResourceModel

extension ResourceStore {
  /// Changes the types, or reports what that would do.
  ///
  /// - Parameter change: returns the new types, given the present ones, to which nobody else makes a change
  ///   meanwhile.
  package func setTypes(
    options: TypeChangeOptions,
    _ change: (TypeSet) throws -> TypeSet
  ) throws -> TypeChangeReport {
    var dryRun: TypeChangeReport?
    do {
      return try write(
        { database in
          let types = try change(self.types)
          let changer = TypeChanger(present: self.types, dialect: self.dialect)
          let report = try changer.change(to: types, options, in: &database)
          if options.contains(.dryRun) {
            dryRun = report
            // The transaction is rolled back.
            throw StoreError(.types(report), "the change is only tried")
          }
          let revision = [UInt8].random(count: 8)
          try database.run(
            """
            INSERT INTO meta VALUES ('types', ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """,
            [revision]
          )
          return (report: report, types: types, revision: revision)
        },
        // Under the writer's lock, so that no write sees tables of other types than these.
        committed: { self.replaceTypes($0.types, revision: $0.revision) }
      ).report
    } catch let error as StoreError {
      guard case .types = error.kind, let dryRun else { throw error }
      return dryRun
    }
  }

  /// Replaces the types, whatever they are, or reports what that would do.
  package func setTypes(
    _ types: TypeSet,
    options: TypeChangeOptions
  ) throws -> TypeChangeReport {
    try setTypes(options: options) { _ in types }
  }
}
