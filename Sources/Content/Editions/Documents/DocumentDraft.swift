// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles

/// What one file says, before it is known whether it fits the other files.
package struct DocumentDraft: Sendable {
  /// The path of the file from the site's folder, and the document's own.
  package let file: String
  package let path: String
  /// The calls that fill its body; `nil` for a document that says everything itself.
  package let planned: PlannedDocument?
  /// What the file says, which other files may say too.
  let facts: SharedFacts

  package var datatype: String { facts.facts.datatype }
  package var lifetimes: Lifetimes { facts.facts.lifetimes }
  package var refuses: Bool { facts.facts.refuses }
  package var tags: [String] { facts.facts.tags }
  package var light: [String]? { facts.facts.light }
  package var log: [String] { facts.facts.log }
  package var ruleSet: RuleSet { facts.facts.ruleSet }
  package var variants: [VariantDraft] { facts.facts.variants }

  package var place: FilePlace { FilePlace(file) }

  func place(_ position: SourcePosition) -> FilePlace { FilePlace(file, position) }
}
