// SPDX-License-Identifier: Apache-2.0

import Bytes

// RFC 9213: a targeted field such as CDN-Cache-Control is a structured dictionary. It counts as a
// whole or not at all: when it cannot be parsed, is empty, or gives a directive that we know a
// value of the wrong type, the next field on the cache's target list is asked. Parameters mean
// nothing.

extension CacheControl {
  /// The directives of the targeted field `name`; `nil` when there is none to be obeyed.
  package init?(targeted name: FieldName, in fields: borrowing FieldsView) {
    self.init()
    guard let dictionary = try? StructuredField.Dictionary(name, in: fields), !dictionary.isEmpty
    else { return nil }
    for entry in dictionary.entries {
      guard case .item(let item) = entry.value else {
        if CacheControl.knownNames.contains(entry.key) { return nil }
        continue
      }
      guard add(entry.key, item.value) else { return nil }
    }
  }

  private static let knownNames: Set<String> = [
    "public", "no-store", "no-transform", "must-revalidate", "proxy-revalidate", "must-understand",
    "immutable", "no-cache", "private", "max-age", "s-maxage", "stale-while-revalidate",
    "stale-if-error",
  ]

  /// `false` when the value is of the wrong type.
  private mutating func add(_ name: String, _ value: StructuredField.BareItem) -> Bool {
    switch name {
    case "public": CacheControl.set(&isPublic, value)
    case "no-store": CacheControl.set(&noStore, value)
    case "no-transform": CacheControl.set(&noTransform, value)
    case "must-revalidate": CacheControl.set(&mustRevalidate, value)
    case "proxy-revalidate": CacheControl.set(&proxyRevalidate, value)
    case "must-understand": CacheControl.set(&mustUnderstand, value)
    case "immutable": CacheControl.set(&immutable, value)
    case "no-cache": CacheControl.set(&noCache, value)
    case "private": CacheControl.set(&isPrivate, value)
    case "max-age": CacheControl.set(&maxAge, value)
    case "s-maxage": CacheControl.set(&sharedMaxAge, value)
    case "stale-while-revalidate": CacheControl.set(&staleWhileRevalidate, value)
    case "stale-if-error": CacheControl.set(&staleIfError, value)
    default: keep(name, value)
    }
  }

  private static func set(_ flag: inout Bool, _ value: StructuredField.BareItem) -> Bool {
    guard case .boolean(let isSet) = value else { return false }
    flag = isSet
    return true
  }

  private static func set(_ seconds: inout Int?, _ value: StructuredField.BareItem) -> Bool {
    guard case .integer(let number) = value, number >= 0 else { return false }
    seconds = min(number, DeltaSeconds.limit)
    return true
  }

  private static func set(_ coverage: inout Coverage, _ value: StructuredField.BareItem) -> Bool {
    switch value {
    case .boolean(let isSet): coverage = isSet ? .everything : .nothing
    case .string(let list), .token(let list): coverage = CacheControl.coverage(ofList: list)
    case .integer, .decimal, .bytes, .date, .displayString: return false
    }
    return true
  }

  private mutating func keep(_ name: String, _ value: StructuredField.BareItem) -> Bool {
    switch value {
    case .boolean(true): extensions.append(Extension(name: name, value: nil))
    case .integer(let number): extensions.append(Extension(name: name, value: "\(number)"))
    case .string(let text), .token(let text):
      extensions.append(Extension(name: name, value: text))
    case .boolean, .decimal, .bytes, .date, .displayString: break
    }
    return true
  }
}
