// SPDX-License-Identifier: Apache-2.0

/// The audiences that a group of documents tells apart, in the words of their tokens.
package struct AudienceGroup: Sendable, Hashable {
  /// The numbers of the languages that tokens name.
  package var useful: [Int] = []
  /// Languages after which a token names no further one.
  package var sufficient: [Int] = []
  /// The words for countries, each with the spellings of its countries; `nil` where countries make no
  /// difference.
  package var countries: [Word]?
  package var devices: [Word]?
  package var apps: [Word]?
  /// The words for versions from a lowest one on, in rising order.
  package var versions: [From<[UInt32]>]?
  package var builds: [From<UInt64>]?
  /// Whether an experiment or a rollout tells installations apart, which only the gateway can.
  package var hasExperiments = false
  package var isConfig = false
  /// Whether a service sees the visitor's cookies or Authorization, so that requests with any are left to
  /// the gateway.
  package var isPersonal = false
  /// The request fields that decide where a URL has no token, without those that decide the format.
  package var fields: [String] = []

  package struct Word: Sendable, Hashable {
    package let word: String
    package let values: [String]

    package init(word: String, values: [String]) {
      self.word = word
      self.values = values
    }
  }

  package struct From<Bound: Hashable & Sendable>: Sendable, Hashable {
    package let bound: Bound
    package let word: String

    package init(bound: Bound, word: String) {
      self.bound = bound
      self.word = word
    }
  }

  /// Whether there is more than one audience.
  package var tellsApart: Bool {
    !useful.isEmpty || countries != nil || devices != nil || apps != nil || versions != nil
      || builds != nil || hasExperiments
  }

  package init() {}
}
