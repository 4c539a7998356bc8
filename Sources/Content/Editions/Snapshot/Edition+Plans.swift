// SPDX-License-Identifier: Apache-2.0

package import ContentResolution
import DataFiles
import Plans
import Sites

extension Edition {
  /// The calls that the light view of a document's own body needs, by their numbers.
  package func callsOfLightView(of number: DocumentNumber) -> Set<Int> {
    let source = sources[Int(number.rawValue)]
    let draft = draft(number)
    guard let plan = draft.planned?.plan,
      let file = try? DataValue(reading: source.bytes.span, as: source.format, rules: .documents),
      case .dictionary(let body) = file["body"]?.content
    else { return [] }
    let members = TemplateKeys.withListFacts(body.members).filter {
      draft.light?.contains($0.key) ?? true
    }
    var reader = TemplateReader(plan)
    let template = reader.template(DataDictionary(unique: members))
    return plan.closure(of: template.needed)
  }
}
