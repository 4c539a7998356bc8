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
}
