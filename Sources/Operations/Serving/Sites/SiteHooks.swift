// SPDX-License-Identifier: Apache-2.0

import Digests
import Reactor
import ResourceService
import Sites

/// The webhooks that are told of changes of a site's records, as the site declares them.
final class SiteHooks: Sendable {
  /// The hooks that are served, on their loop.
  private final class Served {
    let core: LoopCore
    var senders: [String: HookSender] = [:]
    /// The attempts of senders that have stopped: a counter of a hook goes on with the next one.
    var attempts: [String: HookState.Attempts] = [:]

    init(on core: LoopCore) { self.core = core }
  }

  private let service: ResourceService
  private let pool: WorkerPool
  private let shared: SharedResources
  private let served: LoopConfined<Served>
  private let loop: EventLoop
  private let report: @Sendable (String) -> Void
  /// The name of this process among those that share the records.
  private let holder = Hexadecimal.text([UInt8].random(count: 8))

  /// - Parameters:
  ///   - pool: the threads on which the service works.
  ///   - report: called with messages for operators.
  static func start(
    _ service: ResourceService,
    _ pool: WorkerPool,
    _ shared: SharedResources,
    on loop: EventLoop,
    _ report: @escaping @Sendable (String) -> Void
  ) async throws -> SiteHooks {
    let served = try await loop.perform { core in
      LoopConfined(Served(on: core), to: core.loop.number)
    }
    return SiteHooks(service, pool, shared, served, on: loop, report)
  }

  private init(
    _ service: ResourceService,
    _ pool: WorkerPool,
    _ shared: SharedResources,
    _ served: LoopConfined<Served>,
    on loop: EventLoop,
    _ report: @escaping @Sendable (String) -> Void
  ) {
    (self.service, self.pool, self.shared) = (service, pool, shared)
    (self.served, self.loop, self.report) = (served, loop, report)
  }

  /// Serves the declared hooks instead of those that were declared before.
  func obey(_ declarations: [HookDeclaration], near hosts: LocalHosts) {
    let wanted = declarations.map { HookSender.Settings($0, near: hosts) }
    for settings in wanted where settings.key == nil {
      report(
        "the environment has no \(settings.variable), so nothing is sent to the webhook "
          + settings.hook.name
      )
    }
    loop.execute { [self] in replace(with: wanted) }
  }

  private func replace(with wanted: [HookSender.Settings]) {
    let served = served.value
    let kept = served.senders.filter { wanted.contains($0.value.settings) }
    for (name, sender) in served.senders where kept[name] == nil {
      sender.stop()
      served.attempts[name] = sender.allAttempts
    }
    served.senders = kept
    var running: [RunningHook] = []
    for settings in wanted {
      let name = settings.hook.name
      do {
        let sender =
          try kept[name]
          ?? HookSender(
            settings,
            service,
            pool,
            shared,
            for: holder,
            after: served.attempts[name] ?? HookState.Attempts(),
            on: served.core,
            report
          )
        served.senders[name] = sender
        running.append(sender.running)
        if kept[name] == nil { sender.begin() }
      } catch {
        report("nothing is sent to the webhook \(name): \(error)")
      }
    }
    let hooks = running
    service.renew { $0.hooks = hooks }
  }

  /// Stops sending; messages that were not accepted are sent by the next process.
  func stop() async {
    do {
      try await loop.perform { [served] _ in
        for sender in served.value.senders.values { sender.stop() }
        served.value.senders = [:]
      }
    } catch {
      report("the webhooks do not stop: \(error)")
    }
  }
}
