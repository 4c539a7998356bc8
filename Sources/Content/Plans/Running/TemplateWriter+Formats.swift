// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import JSONValues
import LocaleFormats
import Localization

// A value that is nowhere to be found is left out, as with any pick. One that is there and is none of
// its kind, such as a word for a price, is left out too, and its call is named among those that are
// missing: the answer is then good for seconds, until the service says something else.

extension TemplateWriter {
  /// The value of a source.
  private enum Value {
    case absent
    case text(String, call: Int?)
    /// Something that is neither a text nor a number.
    case unfit(call: Int?)
  }

  mutating func write(_ formatted: Template.Formatted) -> Bool {
    if let text = text(of: formatted) {
      bytes.appendJSON(text)
      return true
    }
    return formatted.otherwise.map { write($0) } ?? false
  }

  private mutating func text(of formatted: Template.Formatted) -> String? {
    guard let value = known(formatted.value) else { return nil }
    var calls = [value.call]
    var currency: CurrencyCode?
    switch formatted.currency {
    case .declared: break
    case .picked(let source):
      guard let picked = known(source) else { return nil }
      calls.append(picked.call)
      currency = CurrencyCode(picked.text)
      if currency == nil {
        note([picked.call])
        return nil
      }
    case .ofCountry:
      guard let code = results.inputs.facts.country.map({ Array($0.utf8) }) else { return nil }
      currency = RegionCode(code.span).flatMap { CurrencyCode(ofCountry: $0) }
      if currency == nil { return nil }
    }
    let text = formatted.format.text(of: value.text, currency: currency, in: locale)
    if text == nil { note([value.call]) }
    return text
  }

  /// A text or a number; anything else that is there is noted.
  private mutating func known(_ source: Template.Source) -> (text: String, call: Int?)? {
    switch value(of: source) {
    case .absent: return nil
    case .text(let text, let call): return (text, call)
    case .unfit(let call):
      note([call])
      return nil
    }
  }

  private mutating func value(of source: Template.Source) -> Value {
    switch source {
    case .literal(let text): return .text(text, call: nil)
    case .match(let call, let key, let path): return value(match(call, key, path))
    case .pick(let pick):
      switch pick.root {
      case .call, .item: return value(first(pick))
      case .route, .query, .flow, .visitor:
        return text(of: pick).map { .text($0, call: nil) } ?? .absent
      }
    }
  }

  private func value(_ found: Found?) -> Value {
    guard let found, let fragment = fragment(of: found) else { return .absent }
    switch fragment.document.kind(of: found.node) {
    case .null: return .absent
    case .string, .number:
      guard let text = PlanResults.text(of: found.node, in: fragment.document) else {
        return .absent
      }
      return .text(text, call: found.call)
    case .boolean, .array, .object: return .unfit(call: found.call)
    }
  }

  private mutating func note(_ calls: [Int?]) {
    for call in calls.lazy.compactMap(\.self) { unfit.insert(call) }
  }

  /// A text with its arguments; one that lacks any of them is left out.
  mutating func write(_ text: Template.Text) -> Bool {
    guard let pattern = text.pattern else { return false }
    var members: [DataDictionary.Member] = []
    for argument in text.arguments {
      guard let value = value(of: argument.value) else { return false }
      members.append(DataDictionary.Member(argument.name, value))
    }
    guard let arguments = try? DataDictionary(members), let value = pattern.valueIfFit(arguments)
    else {
      note(text.arguments.map { call(of: $0.value) })
      return false
    }
    bytes += value.json
    return true
  }

  /// A string or a number that a part of the template comes to.
  private mutating func value(of node: Template.Node) -> DataValue? {
    let start = bytes.count
    defer { bytes.removeLast(bytes.count - start) }
    guard write(node),
      let value = try? DataValue(reading: Array(bytes[start...]).span, as: .json)
    else { return nil }
    switch value.content {
    case .string, .integer, .decimal: return value
    case .null: return nil
    default:
      note([call(of: node)])
      return nil
    }
  }

  /// The call whose answer a part of the template is about.
  private func call(of node: Template.Node) -> Int? {
    switch node {
    case .first(let pick, otherwise: _): first(pick)?.call
    case .match(let call, on: _, pick: _, otherwise: _): call
    default: nil
    }
  }
}
