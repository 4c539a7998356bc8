// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Reactor
import Services

/// Additions to a request, with the values that nobody else may see.
struct SentAdditions {
  /// The values of the machine, to be taken out of whatever the service repeats of its request.
  private(set) var values: [String] = []

  /// Makes the additions that a service, and a call or a pass, declare.
  mutating func add(
    _ declared: SentValues,
    to request: inout Request,
    at address: String,
    _ secrets: ServiceSecrets,
    _ now: Instant
  ) throws(PlainError) {
    switch declared.host {
    case .address: request.authority = address
    case .named(let host): request.authority = host
    case nil: break
    }
    for field in declared.fields {
      let value = try secrets.value(of: field.value, at: now)
      note(value, field.value)
      set(field.name, value, in: &request.fields)
    }
    guard !declared.query.isEmpty else { return }
    var parameters: [(name: String, value: String)] = []
    for parameter in declared.query {
      let value = try secrets.value(of: parameter.value, at: now)
      note(value, parameter.value)
      parameters.append((parameter.name, value))
    }
    request.target = SentAdditions.target(request.target, with: parameters)
  }

  /// Adds an access token.
  mutating func add(token: String, to request: inout Request) {
    values.append(token)
    set(FieldName(.authorization), "Bearer \(token)", in: &request.fields)
  }

  /// Sets a field; one of the same name is removed also where it has an underscore for a dash, as servers read it.
  private func set(_ name: FieldName, _ value: String, in fields: inout Fields) {
    let text = name.description
    fields.removeAll { fields, index in
      let other = fields.name(at: index)
      let wanted = text.utf8Span.span
      guard other.count == wanted.count else { return false }
      for index in wanted.indices {
        let byte = other[index] == UInt8(ascii: "_") ? UInt8(ascii: "-") : other[index].lowercased
        if byte
          != (wanted[index] == UInt8(ascii: "_") ? UInt8(ascii: "-") : wanted[index].lowercased)
        {
          return false
        }
      }
      return true
    }
    fields.append(name, value, isSensitive: true)
  }

  private mutating func note(_ value: String, _ declared: DeclaredValue) {
    // What the site's file has is no secret.
    if case .fixed = declared.source { return }
    // A service may repeat it without the text before it.
    values.append(String(value.dropFirst(declared.prefix.count)))
  }

  /// Returns a target with parameters in place of those of the same names.
  static func target(_ target: String, with parameters: [(name: String, value: String)]) -> String {
    let mark = target.firstIndex(of: "?")
    let query = mark.map { target[target.index(after: $0)...] } ?? ""
    let kept = query.split(separator: "&").filter { pair in
      let name = pair.prefix { $0 != "=" }
      let plain = PercentCoding.decodeText(name.utf8Span.span, plusIsSpace: true) ?? String(name)
      return !parameters.contains { $0.name == plain }
    }
    let added = parameters.map { parameter in
      "\(PercentCoding.encode(parameter.name, keeping: .queryPart))="
        + PercentCoding.encode(parameter.value, keeping: .queryPart)
    }
    let all = (kept.map(String.init) + added).joined(separator: "&")
    return "\(target[..<(mark ?? target.endIndex)])?\(all)"
  }

  /// Values shorter than this are too usual to be found again.
  private static let leastBytes = 4

  /// A text without the values.
  func concealing(_ text: String) -> String {
    var text = text
    for value in values where value.utf8.count >= SentAdditions.leastBytes {
      text = text.replacing(value, with: "…")
      let encoded = PercentCoding.encode(value, keeping: .queryPart)
      if encoded != value { text = text.replacing(encoded, with: "…") }
    }
    return text
  }

  /// The fields of a service's response without the values.
  func concealing(_ fields: Fields) -> Fields {
    var changed = Fields()
    let view = fields.view
    for index in 0..<view.count {
      guard let name = FieldName(view.name(at: index).text) else { continue }
      changed.append(name, concealing(view.value(at: index).text))
    }
    return changed
  }
}
