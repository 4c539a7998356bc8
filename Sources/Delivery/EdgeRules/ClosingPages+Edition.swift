// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Edges
import Editions
import Localization
import Sites

extension ClosingPages {
  /// The pages with the texts of an edition.
  init(_ edition: Edition) {
    let messages = edition.matcher.published.indices.map { index in
      let texts = edition.texts.text(
        SiteSettings.closingText,
        in: LanguageIndex(rawValue: UInt8(index)),
        arguments: DataDictionary(),
        device: nil
      )
      return if case .string(let text)? = texts?.content { text } else { "" }
    }
    let standard = edition.matcher.standard.map { messages[Int($0.rawValue)] } ?? ""
    self.init(
      continueURL: "\(edition.site.baseURL)/\(edition.site.config)",
      messages: messages.map { $0.isEmpty ? standard : $0 },
      message: standard
    )
  }
}
