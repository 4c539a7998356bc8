// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles
package import Plans
package import Services

/// The document of one file, before it is held against the other files.
package final class DocumentDraft: Sendable {
  /// The path of the file from the site's folder, and the document's own.
  package let file: String
  package let path: String
  /// The calls that fill its body; `nil` for a document that says everything itself.
  package let planned: PlannedDocument?
  package let tags: [String]
  /// The texts that its bodies name, each use once.
  package let texts: [TextUse]
  /// The links in its bodies, each once.
  package let links: [DocumentLink]
  /// The positions that the facts refer to.
  private let positions: [SourcePosition]
  /// The facts that files of one pattern share.
  package let shared: SharedFacts

  init(
    file: String,
    path: String,
    planned: PlannedDocument?,
    tags: [String],
    contents: DocumentContents,
    facts: DocumentFacts,
    pool: FactsPool
  ) {
    self.file = file
    self.path = path
    self.planned = planned
    self.tags = tags
    texts = contents.texts.elements
    links = contents.links.elements
    positions = pool.shared(contents.positions.elements)
    shared = pool.shared(facts)
  }

  package var facts: DocumentFacts { shared.facts }
  package var datatype: String { facts.datatype }
  package var lifetimes: DocumentLifetimes { facts.lifetimes }
  package var refuses: Bool { facts.refuses }
  package var light: [String]? { facts.light }
  package var log: LogRules { facts.log }
  package var ruleSet: RuleSet { facts.ruleSet }
  package var variants: [VariantDraft] { facts.variants }

  package var place: FilePlace { FilePlace(file) }

  package func place(_ position: SourcePosition) -> FilePlace { FilePlace(file, position) }

  /// Where something stands that the facts say the number of its position of.
  package func place(number: Int) -> FilePlace { place(positions[number]) }

  /// The links of one variant's body.
  package func links(of variant: VariantDraft) -> some Sequence<DocumentLink> {
    variant.links.lazy.map { self.links[$0] }
  }
}

/// A document with a plan, as requests ask for it: one reference, whatever is in it.
package final class PlannedDocument: Sendable {
  package let plan: Plan
  /// The names in braces of the document's path, in their order.
  package let names: [String]
  /// The path as its file says it.
  package let path: String
  /// The values that links to it carry, for itself and for the steps behind it.
  package let flow: FlowTarget
  /// The names of the services that its calls need.
  package let backends: Set<String>

  package init(_ plan: Plan, path: String, flow: [FlowName] = []) {
    self.plan = plan
    backends = Set(plan.calls.map(\.backend))
    self.path = path
    self.flow = FlowTarget(path: path, names: flow)
    names = RoutePattern(path)?.names ?? []
  }
}

/// Elements in the order in which they were added, each once.
struct UniqueList<Element: Hashable & Sendable>: Sendable {
  private(set) var elements: [Element] = []
  private var numbers: [Element: Int] = [:]

  /// Adds an element that is not there yet, and returns its number.
  mutating func number(of element: Element) -> Int {
    if let known = numbers[element] { return known }
    numbers[element] = elements.count
    elements.append(element)
    return elements.count - 1
  }
}

/// The texts, links and positions of one document. Facts refer to them by their numbers, so that documents
/// which differ in nothing else share their facts.
struct DocumentContents: Sendable {
  var texts = UniqueList<TextUse>()
  var links = UniqueList<DocumentLink>()
  var positions = UniqueList<SourcePosition>()
}
