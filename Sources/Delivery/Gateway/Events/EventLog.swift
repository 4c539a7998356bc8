// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The events of one loop, handed over once in a turn.
final class EventLog: TurnHandler {
  private let sink: EventSink
  private let core: LoopCore
  private var lines: [UInt8] = []
  private var count = 0

  init(_ sink: EventSink, on core: LoopCore) {
    self.sink = sink
    self.core = core
  }

  var queries: EventQueries { sink.queries }

  func record(_ event: RequestEvent) {
    if count == 0 { core.atEndOfTurn(self) }
    count += 1
    event.write(to: &lines, of: sink.site, at: core.wallSeconds)
  }

  func turnEnded() {
    sink.write(lines, events: count)
    lines = []
    count = 0
  }
}
