// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles

/// A text in one language and for one device, whose arguments are still to come.
package struct TextPattern: Sendable, Hashable {
  private let message: Message
  private let language: LanguageTag
  private let device: DeviceClass?

  package init(_ message: Message, _ language: LanguageTag, device: DeviceClass?) {
    self.message = message
    self.language = language
    self.device = device
  }

  /// The text with its arguments, by their names, or by their positions from "1" on. One that is not
  /// what the text asks for, such as a word for a number, stands there as it is.
  package func value(_ arguments: DataDictionary) -> DataValue {
    MessageWriter(language, values: arguments, device: device).value(of: message)
  }

  /// The same; `nil` if one of the arguments is not what the text asks for.
  package func valueIfFit(_ arguments: DataDictionary) -> DataValue? {
    let writer = MessageWriter(language, values: arguments, device: device)
    return writer.fits(message) ? writer.value(of: message) : nil
  }
}
