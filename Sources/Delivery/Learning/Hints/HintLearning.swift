// SPDX-License-Identifier: Apache-2.0

package import Sites
import Synchronization

/// Learns what visitors of a site ask for next, and says it to the loops that compose answers.
///
/// Loops hand over the requests that they have answered, each at its own time. Once a minute they are put in
/// order, added, and the hints follow from them until the next time.
package final class HintLearning: Sendable {
  /// A document that is asked for after another one.
  package struct Hint {
    package let route: String
    package let share: Double
  }

  /// The counts and the settings, for operators.
  package struct Report: Sendable {
    /// `nil`: the site declares no hints.
    package let settings: HintSettings?
    package let routes: NextRoutes
    /// Requests that were left out because there were too many.
    package let lost: Int
  }

  /// The milliseconds between two times of learning.
  package static let interval: Int64 = 60_000
  /// The milliseconds for which a request waits for earlier ones that another loop has answered.
  package static let patience: Int64 = 20_000
  /// The most requests that wait; others are left out, and fewer visitors are followed.
  package static let mostWaiting = 65_536

  private struct State {
    var routes: NextRoutes
    var waiting: [RouteVisit] = []
    var lost = 0
    var isCrowded = false
    var settings: HintSettings?
    /// The path of the config, with which apps begin.
    var start = ""
    var learned: Int64 = 0
  }

  private let state: Mutex<State>
  private let hints = Mutex<[String: [Hint]]>([:])
  /// The largest hash of a visitor who is followed; zero while nobody is. Loops read it for each request.
  private let largest = Atomic<UInt64>(0)

  /// - Parameter routes: what was learned by the process before.
  package init(_ routes: NextRoutes = NextRoutes()) { state = Mutex(State(routes: routes)) }

  /// Whether anybody is followed: the site declares hints.
  package var isOn: Bool { largest.load(ordering: .relaxed) > 0 }

  package func follows(_ visitor: UInt64) -> Bool { visitor <= largest.load(ordering: .relaxed) }

  /// Takes over the settings of what is published.
  package func follow(_ site: SiteSettings?) {
    let settings = site?.hints
    state.withLock { state in
      state.start = site?.config ?? ""
      guard settings != state.settings else { return }
      state.settings = settings
      if settings == nil { state.waiting = [] }
      tell(state)
    }
  }

  /// The documents that visitors ask for after a document, the likeliest first.
  package func hints(after route: String) -> [Hint] { hints.withLock { $0[route] ?? [] } }

  /// Takes the requests that a loop has answered, and learns from those that waited, if it is time.
  ///
  /// - Parameters:
  ///   - lost: further ones, which the loop had no room for.
  ///   - now: the milliseconds of the time of day.
  package func take(_ visits: [RouteVisit], lost: Int = 0, at now: Int64) {
    state.withLock { state in
      guard state.settings != nil else { return }
      let taken = visits.prefix(HintLearning.mostWaiting - state.waiting.count)
      state.waiting += taken
      let left = visits.count - taken.count + lost
      state.lost += left
      if left > 0 { state.isCrowded = true }
      // The clock may have been set back.
      guard now - state.learned >= HintLearning.interval || now < state.learned else { return }
      learn(&state, at: now)
    }
  }

  private func learn(_ state: inout State, at now: Int64) {
    guard let settings = state.settings else { return }
    state.learned = now
    let isCrowded = state.isCrowded
    state.isCrowded = false
    let end = isCrowded ? .max : now - HintLearning.patience
    let due = state.waiting.filter { $0.milliseconds <= end }.enumerated()
    state.waiting.removeAll { $0.milliseconds <= end }
    let ordered = due.sorted {
      ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset)
    }
    for (_, visit) in ordered {
      state.routes.add(visit, within: Int64(settings.within) * 1_000, start: state.start)
    }
    state.routes.age(to: now / 1_000)
    if isCrowded { state.routes.followFewer() }
    tell(state)
  }

  /// Makes the hints that follow from what is learned.
  private func tell(_ state: borrowing State) {
    guard let settings = state.settings else {
      hints.withLock { $0 = [:] }
      return largest.store(0, ordering: .relaxed)
    }
    let made = state.routes.routes.compactMapValues { route -> [Hint]? in
      let known = route.followers.compactMap { name, follower -> Hint? in
        let share = route.share(of: follower)
        guard follower.visitors >= settings.visitors, share * 100 >= settings.share else {
          return nil
        }
        return Hint(route: name, share: share)
      }
      return known.isEmpty ? nil : known.sorted { ($1.share, $0.route) < ($0.share, $1.route) }
    }
    hints.withLock { $0 = made }
    largest.store(state.routes.largestVisitor, ordering: .relaxed)
  }

  /// The counts so far, with the settings.
  package var report: Report {
    state.withLock { Report(settings: $0.settings, routes: $0.routes, lost: $0.lost) }
  }
}
