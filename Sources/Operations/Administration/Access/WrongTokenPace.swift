// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The pace at which wrong tokens are answered, of all clients of the operators' listener together.
///
/// A few are answered at once, since operators mistype too. Further ones wait for their turn, one a
/// second, and are turned away where too many wait. So guesses can neither come fast nor occupy the
/// listener. A right token is never delayed.
struct WrongTokenPace {
  enum Turn: Equatable {
    case atOnce
    case after(Duration)
    case none
  }

  /// The number of answers that are sent at once after a quiet time.
  static let burst = 5
  static let interval = Duration.seconds(1)
  /// The maximum number of answers that wait.
  static let room = 8

  /// The instant at which the last planned answer is due; `nil` before the first.
  private var due: Instant?

  /// Returns the time at which one more wrong token is answered.
  mutating func turn(at now: Instant) -> Turn {
    let due = max(due ?? now, now)
    let wait = (due - now) - WrongTokenPace.interval * (WrongTokenPace.burst - 1)
    if wait > WrongTokenPace.interval * WrongTokenPace.room { return .none }
    self.due = due + WrongTokenPace.interval
    return wait > .zero ? .after(wait) : .atOnce
  }
}
