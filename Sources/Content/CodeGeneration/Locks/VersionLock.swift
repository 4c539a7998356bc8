// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import FileShapes
package import Sites

/// The members that one version of an app decodes, by datatypes: a file of the site, written when the version is
/// built and never changed once it is shipped.
package struct VersionLock: Sendable, Equatable {
  package let place: FilePlace
  package let app: String
  package let version: DeclaredVersion
  /// The datatype of the document at the config URL.
  package let config: String
  package let datatypes: [String: [ContentMember]]
  /// The members of records by their types.
  package let records: [String: [ContentMember]]

  /// The lock of a version that is built with some types.
  package init(_ types: AppTypes, app: String, version: DeclaredVersion, file: String) {
    place = FilePlace(file)
    self.app = app
    self.version = version
    config = types.config
    datatypes = Dictionary(types.datatypes.map { ($0.name, $0.members) }) { first, _ in first }
    records = Dictionary(types.records.map { ($0.name, $0.members) }) { first, _ in first }
  }

  /// The lock that a file is; `nil` for one with errors, which are noted.
  package init?(reading value: DataValue, in file: String, _ findings: inout Findings) {
    let declared = Declaration.shape.value(of: value, .thing("a version"), in: file, &findings)
    guard let declared, let version = declared.version, let types = declared.datatypes,
      let datatypes = VersionLock.members(types, in: file, &findings),
      let records = VersionLock.members(declared.records, in: file, &findings)
    else { return nil }
    place = FilePlace(file)
    app = declared.app
    self.version = version
    config = declared.config
    self.datatypes = datatypes
    self.records = records
  }

  private static func members(
    _ types: [Entry<DataValue>],
    in file: String,
    _ findings: inout Findings
  ) -> [String: [ContentMember]]? {
    var read: [String: [ContentMember]] = [:]
    for entry in types {
      guard let members = [ContentMember](written: entry.value, in: file, &findings) else {
        return nil
      }
      read[entry.key] = members
    }
    return read
  }

  /// The file of a version.
  ///
  /// - Parameter app: the app, if the site serves several.
  package static func path(of version: DeclaredVersion, app: String?) -> String {
    "\(SiteFolder.versionsFolder)/" + (app.map { "\($0)/" } ?? "") + "\(version.text).json5"
  }

  /// The locks of the versions that a site still supports.
  package static func supported(
    in files: some Sequence<String>,
    of site: SiteSettings,
    value: (String, inout Findings) -> DataValue?,
    noting findings: inout Findings
  ) -> [VersionLock] {
    files.compactMap { file in
      guard let value = value(file, &findings) else { return nil }
      guard let lock = VersionLock(reading: value, in: file, &findings) else { return nil }
      guard let app = site.apps.first(where: { $0.name == lock.app }) else {
        findings.error(
          .unknownName,
          at: FilePlace(file),
          "there is no app \"\(lock.app)\"",
          suggestion: Suggestion.nearest(to: lock.app, among: site.appNames)
        )
        return nil
      }
      return app.supports(lock.version.version) ? lock : nil
    }
  }

  package static func == (first: VersionLock, second: VersionLock) -> Bool {
    first.text == second.text && first.place == second.place
  }
}

extension AppSettings {
  /// Whether a version is in use and need not be replaced.
  fileprivate func supports(_ version: AppVersion) -> Bool {
    guard versions.contains(version) else { return false }
    guard let gate, let minimum = gate.minimum, version < minimum else { return true }
    // Until then it goes on.
    return gate.from != nil
  }
}

/// The file of a version as it is written.
private struct Declaration: Sendable {
  var app = ""
  var version: DeclaredVersion?
  var config = ""
  var datatypes: [Entry<DataValue>]?
  var records: [Entry<DataValue>] = []

  static let shape = Shape.object(Declaration()) {
    Member("app", \.app, .text, isRequired: true, "App by its identifier.")
    Member(
      "version",
      \.version,
      DeclaredVersion.shape,
      isRequired: true,
      "Version of the app."
    )
    Member(ignored: "edition", Shape<String>.text, "Edition that it was built with.")
    Member("config", \.config, .text, isRequired: true, "Datatype of the config document.")
    Member(
      "datatypes",
      \.datatypes,
      Shape<DataValue>.anything.dictionary(of: "the datatype"),
      isRequired: true,
      "Members that the version decodes, by datatypes."
    )
    Member(
      "records",
      \.records,
      Shape<DataValue>.anything.dictionary(of: "the type"),
      "Attributes that the version decodes, by types of records."
    )
  }
}
