// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import DataFiles
import Editions
import Files
import ResourceModel
import ResourceService

/// The types of records in a file that `portico types export` has written.
struct TypesFile {
  private static let mostBytes = 16_777_216

  private let file: String
  private let value: DataValue
  private let types: TypeSet

  init(_ file: String) throws {
    self.file = file
    let bytes = try Files.read(file, limit: TypesFile.mostBytes)
    value = try DataValue(reading: bytes.span, as: .json5, rules: .documents)
    types = try TypeSet(value, in: file)
  }

  /// The members of each type's records.
  var models: [AppTypes.Object] { types.types.map { AppTypes.Object($0) } }

  /// Notes the attributes that versions of apps in use could not decode.
  func check(against locks: [VersionLock], _ findings: inout Findings) {
    let declarations = (value["data"] ?? value).elements ?? []
    for breach in locks.breaches(ofRecords: models) {
      let type = declarations.first { $0["name"]?.string == breach.type }
      let attribute = type?["attributes"]?[breach.attribute] ?? type
      findings.error(
        .cannotDecode,
        at: FilePlace(file, attribute?.position ?? .start),
        breach.description,
        parties: [Finding.Party(breach.lock, "what the version decodes")]
      )
    }
  }
}
