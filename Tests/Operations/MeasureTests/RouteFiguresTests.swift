// SPDX-License-Identifier: Apache-2.0

import Measure
import Testing
import TrafficTesting

@Suite struct `The figures of routes in a window` {
  @Test func `A route has its calls by service, and their number for each request that needs them`()
    throws
  {
    let site = try ModelledSite()
    site.run(0...60) { _ in
      site.requests(10, ModelledSite.item)
      site.results(6, ModelledSite.item, "hit")
      site.results(3, ModelledSite.item, "miss")
      site.results(1, ModelledSite.item, "bypass")
      site.calls(8, of: ModelledSite.item, to: "catalog")
      site.calls(2, of: ModelledSite.item, to: "prices")
      site.requests(1, ModelledSite.home)
    }
    let all = RouteFigures.all(site.history, over: 60)
    let item = try #require(all[.init(site: "shop", route: "/items/{id}")])
    #expect(item.calls == ["catalog": 480, "prices": 120])
    #expect(item.callRate(to: "catalog") == 8 && item.callRate(to: "stock") == 0)
    #expect(item.fanOut(to: "catalog") == 2 && item.fanOut(to: "prices") == 0.5)
    let home = try #require(all[.init(site: "shop", route: "/home")])
    #expect(home.calls.isEmpty && home.fanOut(to: "catalog") == nil)
  }
}
