// SPDX-License-Identifier: Apache-2.0

import Bytes

extension CacheControl {
  /// The Cache-Control field of a response; without directives when there is none.
  package init(_ fields: borrowing FieldsView) {
    var scanner = CacheDirectiveScanner(of: .cacheControl, in: copy fields)
    while let directive = scanner.next() { add(directive) }
  }

  private mutating func add(_ directive: borrowing CacheDirectiveScanner.Directive) {
    let name = directive.name
    switch name.count {
    case 6 where name.matches(lowercase: "public"): isPublic = true
    case 7 where name.matches(lowercase: "max-age"): maxAge = stricter(maxAge, directive)
    case 7 where name.matches(lowercase: "private"):
      isPrivate = isPrivate.joined(with: CacheControl.coverage(directive))
    case 8 where name.matches(lowercase: "no-store"): noStore = true
    case 8 where name.matches(lowercase: "no-cache"):
      noCache = noCache.joined(with: CacheControl.coverage(directive))
    case 8 where name.matches(lowercase: "s-maxage"):
      sharedMaxAge = stricter(sharedMaxAge, directive)
    case 9 where name.matches(lowercase: "immutable"): immutable = true
    case 12 where name.matches(lowercase: "no-transform"): noTransform = true
    case 14 where name.matches(lowercase: "stale-if-error"):
      staleIfError = stricter(staleIfError, directive)
    case 15 where name.matches(lowercase: "must-revalidate"): mustRevalidate = true
    case 15 where name.matches(lowercase: "must-understand"): mustUnderstand = true
    case 16 where name.matches(lowercase: "proxy-revalidate"): proxyRevalidate = true
    case 22 where name.matches(lowercase: "stale-while-revalidate"):
      staleWhileRevalidate = stricter(staleWhileRevalidate, directive)
    default: keep(directive)
    }
  }

  private func stricter(
    _ known: Int?,
    _ directive: borrowing CacheDirectiveScanner.Directive
  ) -> Int {
    min(known ?? .max, directive.seconds ?? 0)
  }

  private static func coverage(
    _ directive: borrowing CacheDirectiveScanner.Directive
  ) -> Coverage {
    guard let argument = directive.argument, !directive.isMalformed,
      let list = QuotedString.valueOrToken(argument)
    else { return .everything }
    return coverage(ofList: list)
  }

  /// The fields of a comma-separated list; everything when it has none, or one that is no name.
  static func coverage(ofList list: String) -> Coverage {
    let bytes = list.utf8Span.span
    var names: [FieldName] = []
    var start = 0
    while start <= bytes.count {
      let end = bytes.firstIndex(of: UInt8(ascii: ","), from: start) ?? bytes.count
      let member = bytes.extracting(start..<end).trimmed
      start = end + 1
      guard member.count > 0 else { continue }
      guard let name = FieldName(member) else { return .everything }
      guard !names.contains(name) else { continue }
      guard names.count < Coverage.maximumFields else { return .everything }
      names.append(name)
    }
    return names.isEmpty ? .everything : .fields(names)
  }

  private mutating func keep(_ directive: borrowing CacheDirectiveScanner.Directive) {
    guard !directive.isMalformed, directive.name.isToken else { return }
    var value: String?
    if let argument = directive.argument {
      guard let text = QuotedString.valueOrToken(argument) else { return }
      value = text
    }
    extensions.append(Extension(name: directive.name.text.lowercased(), value: value))
  }
}
