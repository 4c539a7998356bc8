// SPDX-License-Identifier: Apache-2.0

import Bytes

extension Message {
  /// Parses a text. One with a choice or a type, such as `{count, plural, one {...} other {...}}`
  /// or `{price, number}`, is parsed as ICU's MessageFormat as a whole.
  init(reading text: String) throws(TextFault) {
    if Message.isMessageFormat(text) {
      self = try MessageFormat.message(text)
    } else {
      var reader = PatternReader()
      self.init(reader.parts(of: text))
    }
  }

  /// Returns whether a text contains a choice or an argument's type in MessageFormat's syntax.
  static func isMessageFormat(_ source: String) -> Bool {
    var text = PatternText(source)
    while !text.isAtEnd {
      if DoubleBraces.placeholder(&text) != nil { continue }
      guard text.take(UInt8(ascii: "{")) else {
        text.position += 1
        continue
      }
      text.skipSpace()
      let name = text.take(while: PatternText.isNamePart)
      text.skipSpace()
      guard !name.isEmpty, text.take(UInt8(ascii: ",")) else { continue }
      text.skipSpace()
      let kind = text.take(while: PatternText.isNamePart)
      if MessageFormat.typedKinds.contains(kind) { return true }
    }
    return false
  }
}
