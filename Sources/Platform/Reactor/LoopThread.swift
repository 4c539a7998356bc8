// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The scheduling priority of a thread.
package enum ThreadPriority: Sendable {
  /// Normal priority, for threads that requests wait for.
  case normal
  /// Low priority, for background work: a tenth of the processor time of a thread with normal priority.
  case background

  /// The nice value of background threads: each step lowers the weight by a fifth.
  private static let backgroundNiceness: Int32 = 10

  /// Sets the priority of the calling thread. Lowering it needs no privilege; if it fails, the thread works on
  /// at normal priority.
  fileprivate func apply() {
    guard self == .background else { return }
    // Linux has a priority for each thread, of which zero is the calling one.
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, ThreadPriority.backgroundNiceness)
  }
}

/// A thread of the process, to be joined or detached once.
package struct LoopThread: ~Copyable {
  private let handle: pthread_t

  /// Starts a thread; the kernel shows the first fifteen letters of its name.
  package init(
    name: String,
    pinnedTo processor: Int? = nil,
    priority: ThreadPriority = .normal,
    _ body: @escaping @Sendable () -> Void
  )
    throws(SystemError)
  {
    let start = Start(
      name: String(name.prefix(15)),
      processor: processor,
      priority: priority,
      body: body
    )
    var thread = pthread_t()
    // Safe: the reference given to the thread is taken back exactly once, by its first statement;
    // when no thread came to be, it is taken back here.
    let reference = unsafe Unmanaged.passRetained(start)
    let code = unsafe pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        start.run()
        return nil
      },
      reference.toOpaque()
    )
    guard code == 0 else {
      unsafe reference.release()
      throw SystemError("start thread \(name)", code: code)
    }
    handle = thread
  }

  /// Waits until the thread has ended.
  package consuming func join() { _ = pthread_join(handle, nil) }

  /// Lets the thread go its own way.
  package consuming func detach() { _ = pthread_detach(handle) }

  private final class Start: Sendable {
    let name: String
    let processor: Int?
    let priority: ThreadPriority
    let body: @Sendable () -> Void

    init(
      name: String,
      processor: Int?,
      priority: ThreadPriority,
      body: @escaping @Sendable () -> Void
    ) {
      self.name = name
      self.processor = processor
      self.priority = priority
      self.body = body
    }

    func run() {
      _ = unsafe clinux_name_thread(name)
      if let processor, let number = Int32(exactly: processor) { _ = clinux_pin_thread(number) }
      priority.apply()
      body()
    }
  }
}
