// SPDX-License-Identifier: Apache-2.0

package import ContentResolution
package import Plans
package import Sites

/// Writes links to documents: the token of the audience, as short as the document and all it leads
/// to allow, the path, and what is carried along a flow.
package struct LinkWriter: Sendable {
  private let seal: any TokenSeal
  package let flow: FlowSeal
  private let word: EditionWord?
  /// The token of the draft's own link; `nil` but for a draft.
  private let draft: String?
  /// The extension of the format that links ask for; empty for that of Accept.
  package var suffix = ""

  /// - Parameters:
  ///   - word: the edition that the links lead to; `nil` for the published edition.
  ///   - draft: the token of the link by which a draft is opened.
  package init(seal: any TokenSeal, word: EditionWord? = nil, draft: String? = nil) {
    self.seal = seal
    self.word = word
    self.draft = draft
    flow = FlowSeal(seal)
  }

  /// Whether the links lead to the edition of a rollout.
  package var isOfRollout: Bool { !(word?.isOfDraft ?? true) }

  /// The tags of all answers with such links.
  package var tags: [String] { (word?.tag).map { [$0] } ?? [] }

  /// The URL at which an app begins: that of the site, or the link of the draft.
  package func configURL(of site: SiteSettings) -> String {
    draft.map { "\(site.baseURL)/\($0)/\(site.config)" } ?? site.configURL
  }

  /// The link to a document; to a path that is none it leads all the same, and is not found there.
  package func url(
    of path: String,
    for token: AudienceToken,
    in edition: Edition
  ) -> String {
    guard let number = edition.number(meantBy: path) else {
      return "\(edition.site.baseURL)/\(path)"
    }
    let text = tokenText(of: number, for: token, in: edition)
    return edition.site.baseURL + (text.isEmpty ? "/" : "/\(text)/") + path + suffix
  }

  /// The link to a document with what it carries there.
  package func url(
    _ url: String,
    carrying values: [String: String],
    to target: FlowTarget
  ) -> String {
    flow.token(of: values, to: target).map { "\(url)?\(FlowSeal.parameter)=\($0)" } ?? url
  }

  /// The canonical token of an audience for a document; empty if it is the same for everybody.
  package func tokenText(
    of number: DocumentNumber,
    for token: AudienceToken,
    in edition: Edition
  ) -> String {
    let writer = TokenWriter(edition.words, seal: seal, word: word)
    return String(decoding: writer.text(of: token, in: edition.classes(of: number)), as: UTF8.self)
  }
}
