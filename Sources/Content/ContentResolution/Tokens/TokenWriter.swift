// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Writes the shortest tokens that suffice for some documents.
package struct TokenWriter: Sendable {
  private let words: TokenWords
  private let seal: any TokenSeal
  private let word: EditionWord?

  /// - Parameter word: the edition that the links lead to; `nil` for the published edition.
  package init(_ words: TokenWords, seal: any TokenSeal, word: EditionWord? = nil) {
    self.words = words
    self.seal = seal
    self.word = word
  }

  /// Returns the token of an audience; empty if nothing makes a difference.
  package func text(of token: AudienceToken, in classes: AudienceClasses) -> [UInt8] {
    var text = Array(languages(of: token.audience, in: classes).utf8)
    var needsSeal = false
    classes.forEachWord(of: token.audience) { dimension, word in
      if text.isEmpty { text += Array("und".utf8) }
      text.append(UInt8(ascii: "."))
      text += word
      if dimension.experiment != nil { needsSeal = true }
    }
    if let word {
      if text.isEmpty { text += Array("und".utf8) }
      text += Array(".\(word)".utf8)
      needsSeal = true
    }
    if let preview = token.preview {
      if text.isEmpty { text += Array("und".utf8) }
      text += Array(".preview~\(max(0, preview.seconds))".utf8)
      needsSeal = true
    }
    return needsSeal ? TokenWriter.sealed(text, by: seal) : text
  }

  /// The token of a draft's link: for an audience in the words of tokens, such as `fr.ca.phone`, or, if that is empty,
  /// for whoever opens it.
  package static func link(
    to word: EditionWord,
    for audience: String,
    at instant: UnixTime?,
    sealedBy seal: any TokenSeal
  ) -> String {
    let preview = instant.map { ".preview~\(max(0, $0.seconds))" } ?? ""
    let text = "\(audience.isEmpty ? "und" : audience).\(word)\(preview)"
    return String(decoding: sealed(Array(text.utf8), by: seal), as: UTF8.self)
  }

  private static func sealed(_ text: [UInt8], by seal: any TokenSeal) -> [UInt8] {
    var sealed = text + Array(".~".utf8)
    let letters = TokenReader.letters(of: seal.seal(of: text.span))
    for index in 0..<16 { sealed.append(letters[index]) }
    return sealed
  }

  private func languages(of audience: Audience, in classes: AudienceClasses) -> String {
    let chain = classes.languages(of: audience)
    return (0..<chain.count).map { "\(words.matcher[chain[$0]])".lowercased() }
      .joined(separator: "~")
  }
}
