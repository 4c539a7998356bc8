// SPDX-License-Identifier: Apache-2.0

import CLDRTables
import Foundation
import LocaleTables

// `swift run locale-tables [PACKAGE]`: PACKAGE is the folder of Package.swift, the current one where
// it is not named. The facts come from the ICU inside the toolchain's Foundation.

let arguments = CommandLine.arguments.dropFirst()
guard let icu = ICULibrary.shared, arguments.count <= 1 else {
  FileHandle.standardError.write(
    Data("usage: locale-tables [PACKAGE], with a toolchain whose Foundation has ICU\n".utf8)
  )
  exit(64)
}
let package = URL(fileURLWithPath: arguments.first ?? ".")
var generator = LocaleTableGenerator(icu)
for file in generator.files() { try file.write(to: package) }
