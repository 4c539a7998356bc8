// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles

/// A text in one language and for one device, before its arguments are filled in.
package struct TextPattern: Sendable, Hashable {
  private let message: Message
  private let language: LanguageTag
  private let device: DeviceClass?

  package init(_ message: Message, _ language: LanguageTag, device: DeviceClass?) {
    self.message = message
    self.language = language
    self.device = device
  }

  /// Fills in arguments by name, or by position from "1" on. A value of the wrong type, such as a
  /// word for a number, is inserted as it is.
  package func value(_ arguments: DataDictionary) -> DataValue {
    MessageWriter(language, values: arguments, device: device).value(of: message)
  }

  /// Fills in arguments; `nil` if one is of the wrong type.
  package func valueIfFit(_ arguments: DataDictionary) -> DataValue? {
    let writer = MessageWriter(language, values: arguments, device: device)
    return writer.fits(message) ? writer.value(of: message) : nil
  }
}
