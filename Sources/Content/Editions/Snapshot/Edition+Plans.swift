// SPDX-License-Identifier: Apache-2.0

package import ContentResolution
package import DataFiles
import Plans
import Sites

extension Edition {
  /// The calls that the light view of a document's own body needs, by their numbers.
  package func callsOfLightView(of number: DocumentNumber) throws(DataFileError) -> Set<Int> {
    let draft = draft(number)
    guard let plan = draft.planned?.plan else { return [] }
    let file = try sources[Int(number.rawValue)].value()
    guard case .dictionary(let body) = file["body"]?.content else { return [] }
    let members = TemplateKeys.withListFacts(body.members).filter {
      draft.light?.contains($0.key) ?? true
    }
    var reader = TemplateReader(plan)
    let template = reader.template(DataDictionary(unique: members))
    return plan.closure(of: template.needed)
  }

  /// A call that is made for an answer.
  package struct ComposedCall: Sendable, Equatable {
    package let backend: String
    /// Whether there is no answer without it.
    package let isNeeded: Bool
  }

  /// The calls that composing the answer of a document takes: those of its own plan, and those of the documents
  /// that stand in it, in the views in which they do. What stands there for each of many things counts once.
  package func composedCalls(of number: DocumentNumber) throws(DataFileError) -> [ComposedCall] {
    let own = planned(number)?.plan.calls ?? []
    return try own.map { ComposedCall(backend: $0.backend, isNeeded: $0.isRequired) }
      + embeddedCalls(in: number)
  }

  /// The calls of documents that stand in another one, which is answered without those that fail. That
  /// embedding ends is checked when an edition is made.
  private func embeddedCalls(
    in number: DocumentNumber
  ) throws(DataFileError) -> [ComposedCall] {
    var calls: [ComposedCall] = []
    for link in draft(number).links where link.role == .embed {
      guard let inner = self.number(meantBy: link.path) else { continue }
      let light = link.isLight ? try callsOfLightView(of: inner) : nil
      for (place, call) in (planned(inner)?.plan.calls ?? []).enumerated()
      where light?.contains(place) ?? true {
        calls.append(ComposedCall(backend: call.backend, isNeeded: false))
      }
      calls += try embeddedCalls(in: inner)
    }
    return calls
  }
}
