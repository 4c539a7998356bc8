// SPDX-License-Identifier: Apache-2.0

/// The cause of a refresh: what made answers outdated.
package enum RefreshCause: Sendable, Hashable {
  /// A purge by its number; `nil` for one that nobody ordered, since records changed.
  case purge(String?)
  case publication

  enum Kind: Int, SignalChoice {
    case purge
    case publication
  }

  var kind: Kind {
    switch self {
    case .purge: .purge
    case .publication: .publication
    }
  }
}

/// A refresh: outdated answers that are composed again at a declared pace, before anyone asks for them.
package struct RefreshReport: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    /// The cache is looked through for what is outdated.
    case searching
    case running
    case finished
    /// A newer purge or publication took over what was left.
    case superseded
    /// It took as long as it may, since services had no room, and the rest is composed when asked for.
    case late

    package var isOver: Bool {
      switch self {
      case .searching, .running: false
      case .finished, .superseded, .late: true
      }
    }
  }

  /// The outcome for one answer.
  enum Outcome: Int, SignalChoice {
    case composed
    case failed
    /// It is current again without the refresh, since somebody asked for it.
    case current
    /// The site has no such answer any more.
    case gone
    /// It was one too many for one refresh, or the refresh ended before its turn.
    case left
  }

  /// Told apart from all others of the site since the start.
  package let number: UInt64
  /// The numbers of the purges that operators ordered.
  package let purges: [String]
  /// Whether a purge is among the causes.
  package let isPurge: Bool
  /// Whether a publication is among the causes.
  package let isPublication: Bool
  /// The Unix second in which it began.
  package let begun: Int64
  package internal(set) var state = State.searching
  /// The outdated answers that were found.
  package internal(set) var found = 0
  /// The most answers that are composed in a second.
  package internal(set) var rate = 0
  /// The times that no answer was composed although it was time to, since a service had no room.
  package internal(set) var held = 0
  /// The Unix second of its end; `nil` while it goes on.
  package internal(set) var ended: Int64?
  private var counts = Array(repeating: 0, count: Outcome.allCases.count)

  init(_ number: UInt64, of causes: [RefreshCause], at seconds: Int64) {
    self.number = number
    begun = seconds
    purges = causes.compactMap { if case .purge(let id) = $0 { id } else { nil } }
    isPurge = causes.contains { $0 != .publication }
    isPublication = causes.contains(.publication)
  }

  package var composed: Int { counts[Outcome.composed.rawValue] }
  package var failed: Int { counts[Outcome.failed.rawValue] }
  package var current: Int { counts[Outcome.current.rawValue] }
  package var gone: Int { counts[Outcome.gone.rawValue] }
  package var left: Int { counts[Outcome.left.rawValue] }

  mutating func count(_ outcome: Outcome, _ number: Int = 1) {
    counts[outcome.rawValue] += number
  }
}

extension RefreshReport {
  /// The reason why answers are outdated, in a word or two.
  package var cause: String {
    switch (isPublication, isPurge) {
    case (true, true): "purge and publication"
    case (true, false): "publication"
    case (false, _): "purge"
    }
  }
}
