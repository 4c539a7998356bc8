// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// The value that a text says.
func read(
  _ text: String,
  as format: DataFormat = .json5,
  rules: ReadingRules = ReadingRules()
) throws -> DataValue {
  try read(Array(text.utf8), as: format, rules: rules)
}

func read(
  _ bytes: [UInt8],
  as format: DataFormat,
  rules: ReadingRules = ReadingRules()
) throws -> DataValue {
  try DataValue(reading: bytes.span, as: format, rules: rules)
}

/// The error that reading a text gives; `nil` if it can be read.
func failure(
  _ text: String,
  as format: DataFormat = .json5,
  rules: ReadingRules = ReadingRules()
) -> DataFileError? {
  failure(Array(text.utf8), as: format, rules: rules)
}

func failure(
  _ bytes: [UInt8],
  as format: DataFormat,
  rules: ReadingRules = ReadingRules()
) -> DataFileError? {
  do throws(DataFileError) {
    _ = try DataValue(reading: bytes.span, as: format, rules: rules)
    return nil
  } catch {
    return error
  }
}

/// A value as compact JSON.
func json(_ value: DataValue) throws -> String {
  var bytes: [UInt8] = []
  try JSONWriter().write(value, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// The bytes of a text in UTF-16.
func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
  text.utf16.flatMap { unit in
    let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    return isBigEndian ? bytes : bytes.reversed()
  }
}
