// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import ContentResolution
package import DataFiles
import Localization
import Sites

extension Edition {
  /// The text of this name in a language or the site's default; `nil` where there is none.
  package func text(_ name: String, in language: LanguageTag?) -> DataValue? {
    for language in [language, site.languages.standard].compactMap(\.self) {
      guard let index = matcher.index(of: language) else { continue }
      let text = texts.text(name, in: index, arguments: DataDictionary(), device: nil)
      if let text { return text }
    }
    return nil
  }

  /// The one of several texts for a language, as of the emergency file: its own, that of a more general language, the
  /// default's, or the one for everybody.
  package func text(of texts: [LanguageTag: String], in language: LanguageTag?) -> String? {
    guard !texts.isEmpty else { return nil }
    var tags: [LanguageTag] = []
    for language in [language, site.languages.standard].compactMap(\.self) {
      guard let index = matcher.index(of: language) else { continue }
      tags += matcher.completion(of: index).map { matcher[$0] }
    }
    return tags.lazy.compactMap { texts[$0] }.first ?? texts[.undetermined]
      ?? texts.min { $0.key < $1.key }?.value
  }
}
