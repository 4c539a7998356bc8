// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import DataFiles
package import Localization
package import Plans
package import Sites

/// The answer of a document for an audience, with the reason of its expiry. It is an object, since all that is
/// composed of it looks into it.
package final class ResolvedDocument: Sendable {
  package enum Outcome: Sendable {
    case body(DataDictionary)
    /// There is nothing in the visitor's languages, and the document refuses to change them.
    case unavailableLanguage
    /// There is nothing for this country, device or app.
    case unavailableHere
    /// The file, which was read when the edition was made, cannot be read again: a bug.
    case unreadable(DataFileError)
  }

  package let outcome: Outcome
  /// The texts whose arguments the document's plan fills in, by their names.
  package let texts: [String: TextPattern]
  /// The documents that links carry to what only the plan knows, by their paths.
  package let flows: [String: FlowTarget]
  package let number: DocumentNumber
  /// The language of its texts; `nil` where it has none.
  package let language: LanguageTag?
  /// The languages that the visitor wants, as far as the document and all that it leads to tell them apart.
  package let languages: LanguageChain
  /// The first language that the visitor wants and the site has.
  package let wantedLanguage: LanguageTag?
  /// The name of the variant; `body` for the document's own.
  package let variant: String?
  /// The canonical token; empty if the document is the same for everybody.
  package let token: String
  package let freshness: Freshness
  package let lifetimes: DocumentLifetimes
  package let tags: [String]
  /// The dimensions that the document and all that it leads to tell apart.
  package let dimensions: [Dimension]
  package let dependsOnLanguage: Bool

  init(
    outcome: Outcome,
    texts: [String: TextPattern],
    flows: [String: FlowTarget],
    number: DocumentNumber,
    language: LanguageTag?,
    languages: LanguageChain,
    wantedLanguage: LanguageTag?,
    variant: String?,
    token: String,
    freshness: Freshness,
    lifetimes: DocumentLifetimes,
    tags: [String],
    dimensions: [Dimension],
    dependsOnLanguage: Bool
  ) {
    self.outcome = outcome
    self.texts = texts
    self.flows = flows
    self.number = number
    self.language = language
    self.languages = languages
    self.wantedLanguage = wantedLanguage
    self.variant = variant
    self.token = token
    self.freshness = freshness
    self.lifetimes = lifetimes
    self.tags = tags
    self.dimensions = dimensions
    self.dependsOnLanguage = dependsOnLanguage
  }
}
