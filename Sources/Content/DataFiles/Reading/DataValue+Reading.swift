// SPDX-License-Identifier: Apache-2.0

extension DataValue {
  /// Reads a file of a known format.
  package init(
    reading bytes: Span<UInt8>,
    as format: DataFormat,
    rules: ReadingRules = ReadingRules()
  ) throws(DataFileError) {
    switch format {
    case .json, .json5:
      var reader = try JSONReader(bytes, isJSON5: format == .json5, rules: rules)
      self = try reader.document()
    case .xmlPropertyList, .binaryPropertyList, .openStepPropertyList, .strings:
      throw DataFileError(
        .unsupported,
        at: .start,
        seen: "a file of the format \(format.rawValue)",
        expected: "JSON or JSON5"
      )
    }
  }
}
