// SPDX-License-Identifier: Apache-2.0

import Measure
import Model
import Monitor
import SeededTesting
import Sites
import TrafficTesting

/// A day of an instance whose requests cost what a test says.
struct MeasuredDay {
  static let home = SiteRoute(site: "shop", name: ModelledSite.home)
  static let item = SiteRoute(site: "shop", name: ModelledSite.item)
  static let end = 1_800_000_000

  /// Seconds of processor time of a request, and a second without any.
  var costs: [RequestClass: Double] = [.kept: 0.000_2, .composed: 0.002, .passed: 0.000_8]
  let idle = 0.01
  /// Seconds of processor time of a wait.
  var wait = 0.0
  var minutes: [LoadMinute] = []

  /// A minute with so many requests a second, as far from the costs as a share says.
  mutating func add(_ work: [RequestClass: Double], waits: Double = 0, off: Double = 0) {
    var minute = LoadMinute()
    minute.time = MeasuredDay.end - 43_200 + minutes.count * 60
    minute.work = work
    let (homes, items) = (work[.kept] ?? 0, work.values.reduce(0, +) - (work[.kept] ?? 0))
    minute.requests = [MeasuredDay.home: homes, MeasuredDay.item: items].filter { $0.value > 0 }
    minute.bodies = [MeasuredDay.home: homes * 1_000, MeasuredDay.item: items * 5_000]
    minute.sent = homes * 1_200 + items * 5_200
    minute.waits = waits
    minute.processor =
      idle + waits * wait + work.reduce(0) { $0 + $1.value * (costs[$1.key] ?? 0) * (1 + off) }
    minutes.append(minute)
  }

  /// Minutes of which each class has most of the work, at several loads.
  static var usual: MeasuredDay {
    var (day, random) = (MeasuredDay(), SeededNumbers(11))
    for load in 1...20 {
      let (load, off) = (Double(load), Double.random(in: -0.05...0.05, using: &random))
      day.add([.kept: 100 * load, .composed: load], off: off)
      day.add([.kept: 10 * load, .composed: 20 * load], off: off)
      day.add([.kept: 10 * load, .passed: 50 * load], off: off)
    }
    return day
  }

  var capacity: MeasuredCapacity { MeasuredCapacity(minutes, now: MeasuredDay.end) }
}
