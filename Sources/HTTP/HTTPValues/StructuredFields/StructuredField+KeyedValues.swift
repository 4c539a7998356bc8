// SPDX-License-Identifier: Apache-2.0

extension StructuredField {
  /// Values by key, in the order in which the keys first came.
  package struct KeyedValues<Value: Sendable & Equatable>: Sendable, Equatable {
    /// One key with its value.
    package struct Entry: Sendable, Equatable {
      package let key: String
      package var value: Value
    }

    package private(set) var entries: [Entry] = []
    /// Where each key stands, kept only when looking through the entries would take long.
    private var places: [String: Int] = [:]

    private static var fewEntries: Int { 16 }

    package init() {}

    package subscript(_ key: String) -> Value? {
      get { place(of: key).map { entries[$0].value } }
      set {
        guard let newValue else {
          remove(key)
          return
        }
        if let place = place(of: key) {
          entries[place].value = newValue
        } else {
          add(key, newValue)
        }
      }
    }

    package var isEmpty: Bool { entries.isEmpty }

    package static func == (one: KeyedValues, other: KeyedValues) -> Bool {
      one.entries == other.entries
    }

    private func place(of key: String) -> Int? {
      guard places.isEmpty else { return places[key] }
      for place in 0..<entries.count where entries[place].key == key { return place }
      return nil
    }

    private mutating func add(_ key: String, _ value: Value) {
      entries.append(Entry(key: key, value: value))
      if !places.isEmpty {
        places[key] = entries.count - 1
      } else if entries.count > KeyedValues.fewEntries {
        for (place, entry) in entries.enumerated() { places[entry.key] = place }
      }
    }

    private mutating func remove(_ key: String) {
      guard let place = place(of: key) else { return }
      entries.remove(at: place)
      guard !places.isEmpty else { return }
      places = [:]
      for (place, entry) in entries.enumerated() { places[entry.key] = place }
    }
  }
}

extension StructuredField.KeyedValues: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, Value)...) {
    for (key, value) in elements { self[key] = value }
  }
}
