// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// A file of a format that its first byte names. What can be read can be written, and what was
/// written once is written the same once it was read again.
func fuzzDataFile(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let formats = DataFormat.allCases
  let format = formats[Int(first) % formats.count]
  let file = Array(bytes.dropFirst())
  _ = DataFormat(of: file.span)
  var rules = ReadingRules()
  rules.limits.values = 1_000
  rules.limits.textBytes = 10_000
  guard let value = read(file, format, rules) else { return }
  if format == .json, let json5 = read(file, .json5, rules) {
    precondition(json5 == value, "JSON is JSON5, and the same")
  }
  checkJSON(value)
  checkPropertyLists(value)
}

private func read(_ file: [UInt8], _ format: DataFormat, _ rules: ReadingRules) -> DataValue? {
  do throws(DataFileError) {
    return try DataValue(reading: file.span, as: format, rules: rules)
  } catch {
    let place = error.position
    precondition(place.line <= file.count + 1 && place.column <= file.count + 1, "no such place")
    if let other = error.other { precondition(other < place || format == .binaryPropertyList) }
    return nil
  }
}

private func checkJSON(_ value: DataValue) {
  guard let written = json(value) else { return }
  guard let again = read(written, .json, ReadingRules()) else {
    preconditionFailure("JSON that was written is JSON")
  }
  precondition(json(again) == written, "it is the same again")
}

/// `nil` for numbers that are none.
private func json(_ value: DataValue) -> [UInt8]? {
  var bytes: [UInt8] = []
  do throws(DataFileError) {
    try JSONWriter().write(value, to: &bytes)
    return bytes
  } catch {
    precondition(error.kind == .notRepresentable, "the one error of a writer")
    return nil
  }
}

private func checkPropertyLists(_ value: DataValue) {
  var binary: [UInt8] = []
  BinaryPropertyListWriter().write(value, to: &binary)
  guard let again = read(binary, .binaryPropertyList, ReadingRules()) else {
    preconditionFailure("a binary property list that was written is one")
  }
  var repeated: [UInt8] = []
  BinaryPropertyListWriter().write(again, to: &repeated)
  precondition(repeated == binary, "it is the same again")

  var xml: [UInt8] = []
  XMLPropertyListWriter().write(value, to: &xml)
  // Two keys may have become one: XML has no control characters.
  guard let listed = read(xml, .xmlPropertyList, ReadingRules()) else { return }
  var relisted: [UInt8] = []
  XMLPropertyListWriter().write(listed, to: &relisted)
  precondition(relisted == xml, "it is the same again")
}
