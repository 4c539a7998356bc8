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

  /// The result of rendering a body, or the reason why there is none.
  struct Rendering {
    let outcome: Outcome
    var language: LanguageTag?
    var variant: String?
    var texts: [String: TextPattern] = [:]
    var flows: [String: FlowTarget] = [:]
  }

  init(
    _ rendering: Rendering,
    of number: DocumentNumber,
    wanted: (languages: LanguageChain, first: LanguageTag?),
    token: String,
    freshness: Freshness,
    lifetimes: DocumentLifetimes,
    tags: [String],
    classes: AudienceClasses
  ) {
    outcome = rendering.outcome
    texts = rendering.texts
    flows = rendering.flows
    self.number = number
    language = rendering.language
    languages = wanted.languages
    wantedLanguage = wanted.first
    variant = rendering.variant
    self.token = token
    self.freshness = freshness
    self.lifetimes = lifetimes
    self.tags = tags
    dimensions = classes.dimensions
    dependsOnLanguage = classes.dependsOnLanguage
  }
}
