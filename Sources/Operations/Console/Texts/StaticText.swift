// SPDX-License-Identifier: Apache-2.0

import Digests
import HTTPValues

/// A text that is the same for every client and part of the binary: the stylesheet, the script and
/// the icon.
package struct StaticText: Sendable {
  /// The folder of the console's own addresses.
  package static let folder = "/console/"

  package let name: String
  package let mediaType: String
  package let bytes: [UInt8]
  /// A part of the text's digest, which makes the address of each version a new one for caches.
  private let version: String

  private init(_ name: String, _ mediaType: String, _ text: String) {
    (self.name, self.mediaType) = (name, mediaType)
    let bytes = Array(text.utf8)
    self.bytes = bytes
    version = Hexadecimal.text(SHA256.digest(of: bytes.span).prefix(6))
  }

  static let style = StaticText(
    "console.css",
    "text/css; charset=utf-8",
    [Stylesheet.colours, Stylesheet.page, Stylesheet.tables, Stylesheet.pictures, Stylesheet.phone]
      .joined(separator: "\n")
  )
  static let script = StaticText("console.js", "text/javascript; charset=utf-8", Script.text)
  static let trial = StaticText("trial.js", "text/javascript; charset=utf-8", TrialScript.text)
  static let icon = StaticText("icon.svg", "image/svg+xml", Script.icon)

  package static let all = [style, script, icon]

  /// The address that pages name; it changes with the text.
  var address: Address { address(in: StaticText.folder) }

  /// The address in the folder of another page.
  func address(in folder: String) -> Address { Address(asked: folder + name, ["v": version]) }
}
