// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

extension VarianceRules {
  /// Returns the value of a request's field, in a form that is the same for values that mean the
  /// same; `nil` when the field is not there.
  func value(of name: FieldName, in fields: borrowing FieldsView) -> [UInt8]? {
    guard fields.firstIndex(of: name) != nil else { return nil }
    switch name.known {
    // Free text and credentials, in which a comma separates nothing.
    case .userAgent, .cookie, .authorization, .referer, .origin, .from, .host:
      return lines(of: name, in: fields)
    case .accept, .acceptEncoding, .acceptLanguage:
      return preferences(of: name, in: fields)
    case .other where name == VarianceRules.acceptCharset:
      return preferences(of: name, in: fields)
    default: return members(of: name, in: fields).joined
    }
  }

  private static let acceptCharset: FieldName = "accept-charset"

  private func lines(of name: FieldName, in fields: borrowing FieldsView) -> [UInt8] {
    var lines: [[UInt8]] = []
    var line = fields.firstIndex(of: name)
    while let current = line {
      lines.append(fields.value(at: current).array)
      line = fields.firstIndex(of: name, from: current + 1)
    }
    return lines.joined
  }

  private func members(of name: FieldName, in fields: borrowing FieldsView) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var line = fields.firstIndex(of: name)
    while let current = line {
      var members = FieldMembers(ofLine: current, in: copy fields)
      while let member = members.next() { found.append(member.array) }
      line = fields.firstIndex(of: name, from: current + 1)
    }
    return found
  }

  /// The members of a field with weights: in lower case and with their weights as numbers, sorted
  /// where their order means nothing.
  private func preferences(of name: FieldName, in fields: borrowing FieldsView) -> [UInt8] {
    let members = members(of: name, in: fields)
    guard comparesPreferencesByMeaning else { return members.joined }
    var preferences = members.map { Preference($0.span, in: name.known) }
    if name.known != .acceptLanguage || ignoresLanguageOrder {
      preferences.sort { $0.text.lexicographicallyPrecedes($1.text) }
    } else {
      // The order of equal weights stays; the sort is stable by taking the place into account.
      preferences = preferences.enumerated().sorted { one, other in
        one.element.quality == other.element.quality
          ? one.offset < other.offset : one.element.quality > other.element.quality
      }.map(\.element)
    }
    return preferences.map(\.text).joined
  }

  /// One member of a field with weights.
  private struct Preference {
    let text: [UInt8]
    let quality: Quality

    init(_ bytes: Span<UInt8>, in field: KnownField) {
      guard let member = WeightedMember(bytes) else {
        text = bytes.array
        quality = .none
        return
      }
      var text = member.name.array
      for index in text.indices { text[index] = text[index].lowercased }
      if field == .acceptEncoding, text.span.matches("x-gzip") || text.span.matches("x-compress") {
        text.removeFirst(2)
      }
      let parameters = member.parameters
      for index in 0..<parameters.count where !parameters[index].isBlank {
        text.append(parameters[index])
      }
      if member.quality != .full { text += Array(";q=\(member.quality.thousandths)".utf8) }
      self.text = text
      quality = member.quality
    }
  }
}

extension [[UInt8]] {
  /// All of them with commas between.
  fileprivate var joined: [UInt8] { [UInt8](joined(separator: [UInt8(ascii: ",")])) }
}
