// SPDX-License-Identifier: Apache-2.0

import CLDRTables
import Foundation

// `swift run cldr-tables FOLDER [PACKAGE]`: FOLDER holds CLDR's common/supplemental files, PACKAGE is
// the folder of Package.swift, the current one where it is not named.

let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first, arguments.count <= 2 else {
  FileHandle.standardError.write(Data("usage: cldr-tables FOLDER [PACKAGE]\n".utf8))
  exit(64)
}
let package = URL(fileURLWithPath: arguments.dropFirst().first ?? ".")
let files = try TableGenerator.files { name in
  try String(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name), encoding: .utf8)
}
for file in files { try file.write(to: package) }
