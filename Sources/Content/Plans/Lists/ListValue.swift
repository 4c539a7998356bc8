// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Filters
import JSONValues

/// A value that a key has or is compared with. Texts are the same when their bytes are, and stand in
/// the order of their Unicode scalars, which is that of their bytes.
package enum ListValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(ExactDecimal)
  /// In UTF-8.
  case text([UInt8])

  /// A value as JSON writes it; `nil` for what is no JSON, and for arrays and objects.
  package init?(json: some Collection<UInt8>) {
    switch json.first {
    case UInt8(ascii: "\""):
      guard let text = ListValue.text(json) else { return nil }
      self = .text(text)
    case UInt8(ascii: "t") where json.elementsEqual("true".utf8): self = .boolean(true)
    case UInt8(ascii: "f") where json.elementsEqual("false".utf8): self = .boolean(false)
    case UInt8(ascii: "n") where json.elementsEqual("null".utf8): self = .null
    default:
      guard let number = ExactDecimal(json) else { return nil }
      self = .number(number)
    }
  }

  /// A value of a body; `nil` for data, arrays and dictionaries. A date is the text that services write.
  init?(_ value: DataValue) {
    switch value.content {
    case .null: self = .null
    case .bool(let truth): self = .boolean(truth)
    case .integer(let integer): self = .number(ExactDecimal(integer))
    case .decimal(let decimal):
      guard let number = ExactDecimal(decimal.text.utf8) else { return nil }
      self = .number(number)
    case .string(let text): self = .text(Array(text.utf8))
    case .date(let date): self = .text(Array(date.text.utf8))
    case .data, .array, .dictionary: return nil
    }
  }

  private static func text(_ json: some Collection<UInt8>) -> [UInt8]? {
    guard let document = try? JSONDocument(Array(json)) else { return nil }
    var text: [UInt8] = []
    return document.appendString(of: document.root, to: &text) ? text : nil
  }

  /// The value as a URL names it: a text in quotes only where it would mean something else.
  ///
  /// - Parameter isElement: whether commas separate it from others.
  func spelling(for operand: FilterQualifier.Operand) -> String {
    switch self {
    case .null: return "null"
    case .boolean(let truth): return truth ? "true" : "false"
    case .number(let number): return number.text
    case .text(let text):
      let plain = String(decoding: text, as: UTF8.self)
      guard ListValue.isMistaken(text, for: operand) else { return plain }
      var quoted: [UInt8] = []
      quoted.appendJSON(plain)
      return String(decoding: quoted, as: UTF8.self)
    }
  }

  /// Whether a text without quotes would be something else.
  private static func isMistaken(_ text: [UInt8], for operand: FilterQualifier.Operand) -> Bool {
    if text.isEmpty || text[0] == UInt8(ascii: "\"") { return true }
    if case .text = operand { return false }
    if case .list = operand, text.contains(UInt8(ascii: ",")) { return true }
    return ListValue(json: text) != nil
  }

  /// The value as a service is told it.
  var plain: String {
    if case .text(let text) = self { return String(decoding: text, as: UTF8.self) }
    return spelling(for: .anything)
  }

  /// Number of bytes of the value.
  var byteCount: Int {
    if case .text(let text) = self { text.count } else { spelling(for: .anything).utf8.count }
  }
}
