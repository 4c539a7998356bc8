// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// Writes the shortest tokens that suffice for some documents.
package struct TokenWriter: Sendable {
  private let words: TokenWords
  private let seal: any TokenSeal
  private let rollout: RolloutWord?

  /// - Parameter rollout: the rollout whose edition the links lead to; `nil` for the published edition.
  package init(_ words: TokenWords, seal: any TokenSeal, rollout: RolloutWord? = nil) {
    self.words = words
    self.seal = seal
    self.rollout = rollout
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
    if let rollout {
      if text.isEmpty { text += Array("und".utf8) }
      text += Array(".\(rollout)".utf8)
      needsSeal = true
    }
    if let preview = token.preview {
      if text.isEmpty { text += Array("und".utf8) }
      text += Array(".preview~\(max(0, preview.seconds))".utf8)
      needsSeal = true
    }
    guard needsSeal else { return text }
    let letters = TokenReader.letters(of: seal.seal(of: text.span))
    text += Array(".~".utf8)
    for index in 0..<16 { text.append(letters[index]) }
    return text
  }

  private func languages(of audience: Audience, in classes: AudienceClasses) -> String {
    let chain = classes.languages(of: audience)
    return (0..<chain.count).map { "\(words.matcher[chain[$0]])".lowercased() }
      .joined(separator: "~")
  }
}
