// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor

/// Where those wait who belong to a loop.
final class LoopExecutor: WaiterExecutor {
  private let loop: EventLoop

  init(_ loop: EventLoop) { self.loop = loop }

  func run(_ body: @escaping @Sendable () -> Void) { loop.execute(body) }
}
