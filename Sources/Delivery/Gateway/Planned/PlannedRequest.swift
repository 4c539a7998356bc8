// SPDX-License-Identifier: Apache-2.0

import Composition
import ContentCoding
import ContentModel
import ContentResolution
import Editions
import HTTPValues
import Plans

/// A request for a document with a plan, with all that its answer depends on.
struct PlannedRequest {
  let document: PlannedDocument
  let target: ContentTarget
  let key: AnswerKey
  let edge: TrustedEdge?

  /// What the answer is kept under: its path first, so that it can be purged by it.
  func bytes(edition: String, token: String) -> [UInt8] {
    var bytes = Array(target.path.utf8)
    func add(_ text: String) {
      bytes.append(0)
      bytes += text.utf8
    }
    add(edition)
    add(token)
    for parameter in key.parameters { add(parameter) }
    add((key.fields ?? []).joined(separator: ","))
    bytes.append(0)
    bytes.append(key.fields == nil ? 0 : 1)
    bytes.append(key.isLight ? 1 : 0)
    bytes.append(key.format.rawValue)
    add("\(key.coding.name)")
    bytes.append(0)
    bytes.append(
      (key.isCanonical ? 1 : 0) | (key.variesByFields ? 2 : 0) | (key.isByAddress ? 4 : 0)
    )
    if let preview = key.preview { add("\(preview.seconds)") }
    return bytes
  }

  /// What the plan is told.
  func inputs(_ resolved: ResolvedDocument, _ edition: Edition) -> PlanInputs {
    let plan = document.plan
    var inputs = PlanInputs()
    for (name, value) in zip(document.names, target.values) { inputs.route[name] = value }
    for (parameter, value) in zip(plan.parameters, target.parameters) where !value.isEmpty {
      inputs.query[parameter.name] = value
    }
    let language =
      resolved.language ?? resolved.wantedLanguage ?? edition.site.languages.standard
      ?? edition.site.languages.published.first
    inputs.facts[.language] = language.map { "\($0)" }
    inputs.language = resolved.language ?? .undetermined
    let country = key.audience[.country]
    let named = plan.countries.first {
      country != 0 && edition.space.atom(ofCountry: $0) == country
    }
    inputs.facts[.country] = (named ?? plan.countries.first).map { "\($0)" }
    let device = key.audience[.device]
    let known = plan.devices.first { device != 0 && edition.space.atom(ofDevice: $0) == device }
    inputs.facts[.device] = (known ?? plan.devices.first)?.rawValue
    return inputs
  }
}
