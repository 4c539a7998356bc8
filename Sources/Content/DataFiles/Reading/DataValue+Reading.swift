// SPDX-License-Identifier: Apache-2.0

extension DataValue {
  /// Reads a file, and detects its format.
  package init(
    reading bytes: Span<UInt8>,
    fileExtension: String,
    rules: ReadingRules = ReadingRules()
  ) throws(DataFileError) {
    let format = DataFormat(of: bytes, fileExtension: fileExtension)
    self = try DataValue(reading: bytes, as: format, rules: rules)
  }

  /// Reads a file of a known format.
  ///
  /// Text is UTF-8, with or without a byte order mark. Property lists may be UTF-16 with a mark,
  /// `.strings` files also without one.
  package init(
    reading bytes: Span<UInt8>,
    as format: DataFormat,
    rules: ReadingRules = ReadingRules()
  ) throws(DataFileError) {
    switch format {
    case .json, .json5:
      var reader = try JSONReader(bytes, isJSON5: format == .json5, rules: rules)
      self = try reader.document()
    case .binaryPropertyList:
      var reader = try BinaryPropertyListReader(bytes, rules: rules)
      self = try reader.document()
    case .xmlPropertyList, .openStepPropertyList, .strings:
      let text = try UTF16Text.transcoded(
        bytes,
        limits: rules.limits,
        needsMark: format != .strings
      )
      guard let text else {
        self = try DataValue.propertyList(bytes, format, rules, isTranscoded: false)
        return
      }
      self = try DataValue.propertyList(text.span, format, rules, isTranscoded: true)
    }
  }

  private static func propertyList(
    _ bytes: Span<UInt8>,
    _ format: DataFormat,
    _ rules: ReadingRules,
    isTranscoded: Bool
  ) throws(DataFileError) -> DataValue {
    if format == .xmlPropertyList {
      var reader = try XMLPropertyListReader(bytes, rules: rules, isTranscoded: isTranscoded)
      return try reader.document()
    }
    var reader = try OpenStepReader(bytes, rules: rules)
    return format == .strings ? try reader.strings() : try reader.document()
  }
}
