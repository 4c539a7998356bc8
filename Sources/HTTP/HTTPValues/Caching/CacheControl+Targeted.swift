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

extension CacheControl {
  /// The value of a targeted field; empty without directives.
  ///
  /// An extension with a value is written as a string, one whose name is no key is left out.
  package var targetedValue: String {
    var dictionary: StructuredField.Dictionary = [:]
    func add(_ name: String, _ value: StructuredField.BareItem) {
      dictionary[name] = .item(StructuredField.Item(value))
    }
    func add(_ name: String, _ coverage: Coverage) {
      switch coverage {
      case .nothing: break
      case .everything: add(name, .boolean(true))
      case .fields(let names):
        add(name, .string(names.map(\.description).joined(separator: ", ")))
      }
    }
    func add(_ name: String, _ seconds: Int?) {
      if let seconds { add(name, .integer(min(max(seconds, 0), DeltaSeconds.limit))) }
    }
    let flags = [
      ("public", isPublic), ("no-store", noStore), ("must-revalidate", mustRevalidate),
      ("proxy-revalidate", proxyRevalidate), ("must-understand", mustUnderstand),
      ("no-transform", noTransform), ("immutable", immutable),
    ]
    for (name, isSet) in flags where isSet { add(name, .boolean(true)) }
    add("private", isPrivate)
    add("no-cache", noCache)
    add("max-age", maxAge)
    add("s-maxage", sharedMaxAge)
    add("stale-while-revalidate", staleWhileRevalidate)
    add("stale-if-error", staleIfError)
    for known in extensions {
      let value = known.value.map { StructuredField.BareItem.string($0) } ?? .boolean(true)
      let alone: StructuredField.Dictionary = [known.name: .item(StructuredField.Item(value))]
      if (try? alone.serialized()) != nil { add(known.name, value) }
    }
    return (try? dictionary.serialized()) ?? ""
  }
}
