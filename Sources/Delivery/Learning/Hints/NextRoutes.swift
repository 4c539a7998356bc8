// SPDX-License-Identifier: Apache-2.0

// A Markov chain of the first order over the documents of a site, as Guess.js and Quicklink have it for pages,
// learned from requests: after how many visits to a document the same visitor asked for another one soon. An
// app fetches several documents for one screen, at the same time and in any order, so that each document that
// is asked for soon after a visit follows it, and not only the very next one.
//
// Visits whose visitor fetched the other document ahead are left out: nobody knows whether it was shown, and hints
// would prove themselves right, or wrong, by their own effect.

/// A request of a visitor, for learning what follows it.
package struct RouteVisit: Sendable, Equatable {
  /// A hash of the visitor's session or installation.
  package let visitor: UInt64
  /// The path of the document as the site declares it.
  package let route: String
  /// The hash of what the URL names besides, such as an item; `nil` for nothing.
  package let thing: UInt64?
  /// The time of day.
  package let milliseconds: Int64
  /// Whether the answer is fetched ahead, and may never be shown.
  package let isAhead: Bool

  package init(
    visitor: UInt64,
    route: String,
    thing: UInt64? = nil,
    milliseconds: Int64,
    isAhead: Bool = false
  ) {
    (self.visitor, self.route, self.thing) = (visitor, route, thing)
    (self.milliseconds, self.isAhead) = (milliseconds, isAhead)
  }
}

/// Counts of documents of a site that the same visitors ask for after each other, in bounded memory. They are
/// halved every hour.
package struct NextRoutes: Sendable, Equatable {
  /// The most documents whose visits are counted; the least visited ones make room.
  package static let maximumRoutes = 1_024
  /// The most documents that are counted as following one; the rarest ones make room.
  package static let maximumFollowers = 32
  /// The most visitors who are followed at a time; of more, a share is followed, chosen by hashes.
  package static let maximumVisitors = 16_384
  /// The latest visits of a visitor that a request can follow.
  static let rememberedVisits = 4
  /// Counts below it are dropped.
  private static let least = 0.5
  private static let hour: Int64 = 3_600

  /// A document that is asked for after another one.
  package struct Follower: Sendable, Equatable {
    /// Visits after which it was asked for.
    package internal(set) var count = 0.0
    /// Visits after which it was fetched ahead.
    package internal(set) var ahead = 0.0
    /// A bit for each visitor of this hour, at a place that the visitor's hash says; and for those of the hour
    /// before.
    var visitorBits: UInt64 = 0
    var earlierBits: UInt64 = 0

    /// An estimate of the number of visitors (linear counting, Whang and others, 1990); at most 266.
    package var visitors: Int {
      let free = (~(visitorBits | earlierBits)).nonzeroBitCount
      return NextRoutes.estimates[min(free, NextRoutes.estimates.count - 1)]
    }
  }

  /// A document, and those that follow it.
  package struct Route: Sendable, Equatable {
    package internal(set) var visits = 0.0
    package internal(set) var followers: [String: Follower] = [:]

    /// The share of visits after which a document is asked for, of those of which that is known.
    package func share(of follower: Follower) -> Double {
      let known = max(visits - follower.ahead, follower.count)
      return known > 0 ? follower.count / known : 0
    }
  }

  private struct Visit: Equatable {
    let route: String
    let thing: UInt64?
    let milliseconds: Int64
    /// The documents that were fetched ahead after it.
    var ahead: [String] = []
  }

  package private(set) var routes: [String: Route] = [:]
  /// The number of the hour since 1970 up to which counts are halved.
  package private(set) var newestHour: Int64?
  /// Visitors whose hashes are larger are left out.
  package private(set) var largestVisitor = UInt64.max
  /// The latest visits of visitors, the oldest first.
  private var latest: [UInt64: [Visit]] = [:]

  package init() {}

  /// The visitors who are followed now.
  package var followed: Int { latest.count }

  /// Adds a request; those of a visitor must come in their order.
  ///
  /// - Parameters:
  ///   - within: the milliseconds after a visit in which a request follows it.
  ///   - start: the document with which apps begin. They ask for it again to learn whether the edition is still the
  ///     same, which is no visit.
  package mutating func add(_ visit: RouteVisit, within: Int64, start: String = "") {
    age(to: visit.milliseconds / 1_000)
    guard visit.visitor <= largestVisitor else { return }
    var visits = latest[visit.visitor] ?? []
    visits.removeAll { visit.milliseconds - $0.milliseconds > within }
    guard visit.route != start || visits.isEmpty else { return }
    // The same once more, such as a reload, is no further visit.
    guard visits.last?.route != visit.route || visits.last?.thing != visit.thing else { return }
    var later: [String] = []
    for index in visits.indices.reversed() {
      defer { later.append(visits[index].route) }
      let isSame = visits[index].route == visit.route && visits[index].thing == visit.thing
      guard !isSame, !later.contains(visit.route) else { continue }
      follow(&visits[index], visit)
    }
    if !visit.isAhead {
      routes[visit.route, default: Route()].visits += 1
      visits.append(
        Visit(route: visit.route, thing: visit.thing, milliseconds: visit.milliseconds)
      )
      if visits.count > NextRoutes.rememberedVisits { visits.removeFirst() }
      if routes.count > NextRoutes.maximumRoutes { dropRoutes(but: visit.route) }
    }
    latest[visit.visitor] = visits.isEmpty ? nil : visits
    if latest.count > NextRoutes.maximumVisitors { forgetVisitors(at: visit.milliseconds, within) }
  }

  /// Counts that a request follows a visit.
  private mutating func follow(_ visit: inout Visit, _ next: RouteVisit) {
    let wasAhead = visit.ahead.firstIndex(of: next.route)
    if next.isAhead {
      guard wasAhead == nil, visit.ahead.count < NextRoutes.maximumFollowers else { return }
      visit.ahead.append(next.route)
    } else if let wasAhead {
      visit.ahead.remove(at: wasAhead)
    }
    // A document that made room for others has lost its visits.
    guard var route = routes.removeValue(forKey: visit.route) else { return }
    defer { routes[visit.route] = route }
    if route.followers[next.route] == nil, route.followers.count >= NextRoutes.maximumFollowers {
      route.dropFollowers()
    }
    var follower = route.followers[next.route] ?? Follower()
    if next.isAhead {
      follower.ahead += 1
    } else {
      follower.count += 1
      // It is known now that what was fetched ahead is asked for.
      if wasAhead != nil { follower.ahead = max(0, follower.ahead - 1) }
      follower.visitorBits |= 1 << (next.visitor & 63)
    }
    route.followers[next.route] = follower
  }

  /// Follows half as many visitors as before, since there is no room for more.
  package mutating func followFewer() {
    largestVisitor = max(1, largestVisitor / 2)
    latest = latest.filter { $0.key <= largestVisitor }
  }

  /// Halves counts for every hour that has passed.
  package mutating func age(to seconds: Int64) {
    let hour = seconds / NextRoutes.hour
    guard let newest = newestHour else {
      newestHour = hour
      return
    }
    guard hour > newest else { return }
    newestHour = hour
    // Twice as many visitors are tried again.
    largestVisitor = largestVisitor > .max / 2 ? .max : largestVisitor * 2
    let passed = hour - newest
    guard passed < 64 else {
      routes = [:]
      return
    }
    let factor = 1 / Double(UInt64(1) << UInt64(passed))
    routes = routes.compactMapValues { route in
      var route = route
      route.visits *= factor
      guard route.visits >= NextRoutes.least else { return nil }
      route.followers = route.followers.compactMapValues { follower in
        var follower = follower
        follower.count *= factor
        follower.ahead *= factor
        follower.earlierBits = passed == 1 ? follower.visitorBits : 0
        follower.visitorBits = 0
        return follower.count + follower.ahead >= NextRoutes.least ? follower : nil
      }
      return route
    }
  }

  /// Drops a quarter of the documents, those that are visited least.
  private mutating func dropRoutes(but newest: String) {
    let order = routes.sorted { ($0.value.visits, $0.key) < ($1.value.visits, $1.key) }
    for (name, _) in order.prefix(NextRoutes.maximumRoutes / 4) where name != newest {
      routes[name] = nil
    }
  }

  private mutating func forgetVisitors(at milliseconds: Int64, _ within: Int64) {
    latest = latest.filter { _, visits in
      visits.last.map { milliseconds - $0.milliseconds <= within } ?? false
    }
    if latest.count > NextRoutes.maximumVisitors * 3 / 4 { followFewer() }
  }

  /// By the number of free places out of 64, the likeliest number of visitors.
  private static let estimates: [Int] = [
    266, 266, 222, 196, 177, 163, 151, 142, 133, 126, 119, 113, 107, 102, 97, 93, 89, 85, 81, 78,
    74, 71, 68, 65, 63, 60, 58, 55, 53, 51, 48, 46, 44, 42, 40, 39, 37, 35, 33, 32, 30, 28, 27, 25,
    24, 23, 21, 20, 18, 17, 16, 15, 13, 12, 11, 10, 9, 7, 6, 5, 4, 3, 2, 1, 0,
  ]
}

extension NextRoutes.Route {
  /// Drops half of the followers, the rarest ones.
  fileprivate mutating func dropFollowers() {
    let order = followers.sorted { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
    for (name, _) in order.prefix(NextRoutes.maximumFollowers / 2) { followers[name] = nil }
  }
}

extension NextRoutes {
  /// Takes over what was written.
  mutating func restore(hour: Int64) { newestHour = hour }

  mutating func restore(_ name: String, _ route: Route) {
    guard routes.count < NextRoutes.maximumRoutes,
      route.followers.count <= NextRoutes.maximumFollowers
    else { return }
    routes[name] = route
  }
}
