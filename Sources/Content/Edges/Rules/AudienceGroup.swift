// SPDX-License-Identifier: Apache-2.0

/// What some documents tell apart, in the words of their tokens.
package struct AudienceGroup: Sendable, Hashable {
  /// The numbers of the languages that are named at all.
  package var useful: [Int] = []
  /// Those behind which no other is named.
  package var sufficient: [Int] = []
  /// For each word the countries that it stands for, as they may be written; `nil` where countries
  /// make no difference.
  package var countries: [Word]?
  package var devices: [Word]?
  package var apps: [Word]?
  /// In rising order: the word from these numbers on.
  package var versions: [From<[UInt32]>]?
  package var builds: [From<UInt64>]?
  /// Whether installations are told apart, which only the gateway can.
  package var hasExperiments = false
  package var isConfig = false
  /// Whether a service is sent the visitor's cookies or `Authorization`, so that a request which has
  /// some is the gateway's.
  package var isPersonal = false
  /// The fields by which the gateway chooses without a token, but for those that choose a format.
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

  /// Whether visitors are told apart at all.
  package var tellsApart: Bool {
    !useful.isEmpty || countries != nil || devices != nil || apps != nil || versions != nil
      || builds != nil || hasExperiments
  }

  package init() {}
}
