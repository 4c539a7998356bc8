// SPDX-License-Identifier: Apache-2.0

/// Remainders of all allowances of a session.
struct Budgets {
  var resets: Budget
  var provokedResets: Budget
  var settings: Budget
  var pings: Budget
  var priorities: Budget
  var emptyFrames: Budget
  var windowUpdates: Budget
  var ignoredFrames: Budget

  init(_ limits: HTTP2Limits, now: UInt32) {
    resets = Budget(limits.resets, now: now)
    provokedResets = Budget(limits.provokedResets, now: now)
    settings = Budget(limits.settings, now: now)
    pings = Budget(limits.pings, now: now)
    priorities = Budget(limits.priorities, now: now)
    emptyFrames = Budget(limits.emptyFrames, now: now)
    windowUpdates = Budget(limits.windowUpdates, now: now)
    ignoredFrames = Budget(limits.ignoredFrames, now: now)
  }
}
