// SPDX-License-Identifier: Apache-2.0

import Bytes
import Editions
import Files
import FolderTesting
import Learning
import Testing

@Suite struct `Documents that visitors ask for next` {
  private typealias NextRoutesTests = `Documents that visitors ask for next`

  private static let start: Int64 = 1_800_000_000
  private static let within: Int64 = 60_000

  /// Adds the visits of a visitor, a second apart; a path with `#` names a thing, one with `>` is fetched ahead.
  private func walk(
    _ routes: inout NextRoutes,
    _ visitor: UInt64,
    _ path: [String],
    from second: Int64 = start,
    step: Int64 = 1,
    config: String = ""
  ) {
    for (index, text) in path.enumerated() {
      let isAhead = text.hasPrefix(">")
      let parts = (isAhead ? text.dropFirst() : text[...]).split(separator: "#")
      routes.add(
        RouteVisit(
          visitor: visitor,
          route: String(parts[0]),
          thing: parts.count > 1 ? UInt64(parts[1]) : nil,
          milliseconds: (second + Int64(index) * step) * 1_000,
          isAhead: isAhead
        ),
        within: NextRoutesTests.within,
        start: config
      )
    }
  }

  private func share(_ routes: NextRoutes, _ first: String, _ next: String) -> Double? {
    guard let route = routes.routes[first], let follower = route.followers[next] else { return nil }
    return route.share(of: follower)
  }

  @Test func `The share is that of visits after which the visitor asks for the other`() {
    var routes = NextRoutes()
    for visitor in 0..<10 as Range<UInt64> {
      walk(&routes, visitor, visitor < 7 ? ["home", "basket"] : ["home", "help"])
    }
    #expect(share(routes, "home", "basket") == 0.7)
    #expect(share(routes, "home", "help") == 0.3)
    #expect(share(routes, "basket", "home") == nil)
    #expect(routes.routes["home"]?.visits == 10)
  }

  @Test func `The config is no visit where the app asks for it again, but at its start`() {
    var routes = NextRoutes()
    walk(&routes, 1, ["config", "home", "config", "item", "config"], config: "config")
    #expect(share(routes, "home", "config") == nil)
    #expect(share(routes, "config", "home") == 1)
    #expect(share(routes, "home", "item") == 1)
    #expect(routes.routes["config"]?.visits == 1)
    walk(&routes, 1, ["config"], from: NextRoutesTests.start + 120, config: "config")
    #expect(routes.routes["config"]?.visits == 2)
  }

  @Test func `Documents that are asked for together all follow the visit before, each once`() {
    var routes = NextRoutes()
    walk(&routes, 1, ["home", "banner", "items#1", "items#2", "banner"])
    #expect(share(routes, "home", "banner") == 1)
    #expect(share(routes, "home", "items") == 1)
    #expect(share(routes, "banner", "items") == 0.5)
    #expect(share(routes, "items", "items") == 0.5)
    #expect(share(routes, "items", "banner") == 1)
  }

  @Test func `A late request, another visitor's and a reload follow nothing`() {
    var routes = NextRoutes()
    walk(&routes, 1, ["home", "basket"], step: 61)
    walk(&routes, 2, ["help"], from: NextRoutesTests.start + 1)
    walk(&routes, 3, ["terms", "terms"])
    #expect(share(routes, "home", "basket") == nil)
    #expect(share(routes, "home", "help") == nil)
    #expect(share(routes, "terms", "terms") == nil)
    #expect(routes.routes["terms"]?.visits == 1)
  }

  @Test func `A visit whose visitor fetched the other document ahead is not counted`() {
    var routes = NextRoutes()
    walk(&routes, 1, ["home", "basket"])
    walk(&routes, 2, ["home", "help"])
    #expect(share(routes, "home", "basket") == 0.5)
    walk(&routes, 3, ["home", ">basket"])
    #expect(share(routes, "home", "basket") == 0.5)
    #expect(routes.routes["basket"]?.visits == 1)
    // The one who asks for it after all is one more who does.
    walk(&routes, 4, ["home", ">basket", ">basket", "basket"])
    #expect(share(routes, "home", "basket") == 2.0 / 3)
  }

  @Test
  func `Counts are halved every hour until they are dropped, and visitors forgotten after two`() {
    var routes = NextRoutes()
    for visitor in 0..<8 as Range<UInt64> { walk(&routes, visitor, ["home", "basket"]) }
    let hour = NextRoutesTests.start / 3_600
    routes.age(to: (hour + 1) * 3_600)
    #expect(routes.routes["home"]?.visits == 4)
    // Eight of 64 places are taken, of which an estimate makes 8.5 visitors.
    #expect(routes.routes["home"]?.followers["basket"]?.visitors == 9)
    #expect(share(routes, "home", "basket") == 1)
    routes.age(to: (hour + 2) * 3_600)
    #expect(routes.routes["home"]?.followers["basket"]?.visitors == 0)
    routes.age(to: (hour + 4) * 3_600)
    #expect(routes.routes["home"]?.visits == 0.5)
    routes.age(to: (hour + 5) * 3_600)
    #expect(routes.routes == [:])
  }

  @Test(arguments: [1, 2, 5, 20, 50])
  func `The number of visitors who went a way is estimated`(count: Int) {
    var routes = NextRoutes()
    var random: UInt64 = 88_172_645_463_325_252
    for _ in 0..<count {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      for _ in 0..<3 { walk(&routes, random, ["home", "basket"]) }
    }
    let visitors = routes.routes["home"]?.followers["basket"]?.visitors ?? 0
    #expect(abs(visitors - count) <= max(1, count / 4), "\(visitors)")
  }

  @Test func `There are never more documents, followers and visitors than there is room for`() {
    var routes = NextRoutes()
    for number in 0..<UInt64(NextRoutes.maximumVisitors + 4_000) {
      // Hashes of visitors are spread over all numbers.
      let visitor = number &* 0x9E37_79B9_7F4A_7C15
      walk(&routes, visitor, ["home", "a\(number % 3_000)"])
      if number % 1_000 == 0 {
        #expect(routes.routes.count <= NextRoutes.maximumRoutes)
        #expect(routes.followed <= NextRoutes.maximumVisitors)
      }
    }
    #expect(routes.routes["home"]?.followers.count ?? 0 <= NextRoutes.maximumFollowers)
    #expect(routes.followed <= NextRoutes.maximumVisitors)
    #expect(routes.largestVisitor < .max)
    #expect(routes.routes["home"] != nil)
  }

  @Test func `What is learned is the same after it was kept, and a damaged file is refused`() throws
  {
    let folder = TemporaryFolder()
    var routes = NextRoutes()
    for visitor in 0..<5 as Range<UInt64> { walk(&routes, visitor, ["home", ">help", "basket"]) }
    #expect(try NextRoutes(keptIn: folder.path) == nil)
    try routes.keep(in: folder.path)
    let kept = try #require(try NextRoutes(keptIn: folder.path))
    #expect(kept.routes == routes.routes)
    #expect(kept.newestHour == routes.newestHour)
    let damaged = Array("{\"format\":\"portico traffic\"}\n".utf8)
    try Files.write(damaged, to: "\(folder.path)/next")
    #expect(throws: PlainError.self) { try NextRoutes(keptIn: folder.path) }
  }
}
