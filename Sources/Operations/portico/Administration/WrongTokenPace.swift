// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The pace at which wrong tokens are answered, of all clients of the operators' listener together.
///
/// A few are answered at once, since operators mistype too. The next ones wait their turn, one a second, and
/// those for which there is no room any more are turned away, so that guesses can neither come fast nor
/// occupy the listener. It never concerns who shows the right token.
struct WrongTokenPace {
  enum Turn: Equatable {
    case atOnce
    case after(Duration)
    case none
  }

  /// The answers that are given at once after a quiet time.
  static let burst = 5
  static let interval = Duration.seconds(1)
  /// The most answers that wait.
  static let room = 8

  /// When all answers that are given or promised are due; `nil` before the first.
  private var due: Instant?

  /// Returns when one more wrong token is answered.
  mutating func turn(at now: Instant) -> Turn {
    let due = max(due ?? now, now)
    let wait = (due - now) - WrongTokenPace.interval * (WrongTokenPace.burst - 1)
    if wait > WrongTokenPace.interval * WrongTokenPace.room { return .none }
    self.due = due + WrongTokenPace.interval
    return wait > .zero ? .after(wait) : .atOnce
  }
}
