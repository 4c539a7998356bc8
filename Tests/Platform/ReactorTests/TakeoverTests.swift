// SPDX-License-Identifier: Apache-2.0

import Bytes
import Glibc
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An offer of sockets` {
  private let path = "/tmp/portico-offer-\(getpid())-\(UInt64.random(in: .min ... .max))"

  /// An offer of one socket that is withdrawn as soon as somebody has taken it.
  private func offer(
    _ sockets: [Int32],
    on running: RunningLoop,
    isPublished: Bool = true
  ) async throws -> LoopConfined<OpenOffer> {
    let (path, number) = (path, running.loop.number)
    return try await running.loop.perform { core in
      let open = OpenOffer()
      open.offer = try TakeoverOffer(
        at: path,
        on: core,
        sockets,
        failed: { Issue.record("\($0)") },
        relieved: { open.withdraw() }
      )
      if isPublished { try open.offer?.publish() }
      return LoopConfined(open, to: number)
    }
  }

  private final class OpenOffer {
    var offer: TakeoverOffer?

    func withdraw() {
      offer?.close()
      offer = nil
    }
  }

  /// How many sockets are offered to a process that does not take them in the end.
  private var offered: Int? {
    get throws { try Takeover.claim(at: path)?.handed.count }
  }

  /// Waits until an offer is gone: who connects before the end of the turn in which it is withdrawn is cut off.
  private func noOffer() async throws {
    try await waitUntil("nobody offers sockets") {
      do { return try offered == nil } catch { return false }
    }
  }

  @Test
  func `A published offer of sockets replaces the one before, and a withdrawn one leaves nothing`()
    async throws
  {
    let running = try RunningLoop()
    let sockets = [
      try ListeningSocket(binding: .loopback(port: 0)).release(),
      try ListeningSocket(binding: .loopback(port: 0)).release(),
    ]
    let first = try await offer([sockets[0]], on: running)
    let second = try await offer(sockets, on: running, isPublished: false)
    #expect(try offered == 1)
    try await running.loop.perform { _ in try second.value.offer?.publish() }
    #expect(try offered == 2)
    let third = try await offer(sockets, on: running, isPublished: false)
    for offer in [first, second, third] { await running.perform { _ in offer.value.withdraw() } }
    try await noOffer()
    #expect(unsafe access("\(path).\(getpid())", F_OK) != 0, "nothing is left of what is withdrawn")
    for socket in sockets { close(socket) }
    _ = unsafe unlink(path)
  }

  @Test
  func `An offer of sockets is taken by one process, and a slower one is told so`()
    async throws
  {
    let running = try RunningLoop()
    let socket = try ListeningSocket(binding: .loopback(port: 0))
    let address = socket.address
    let number = socket.release()
    let offer = try await offer([number], on: running)
    guard let slow = try Takeover.claim(at: path), let quick = try Takeover.claim(at: path) else {
      Issue.record("nobody offers sockets at \(path)")
      return
    }
    #expect(slow.handed.count == 1)
    #expect(quick.handed.takeSockets(at: address).count == 1)
    #expect(quick.handed.takeSockets(at: address).isEmpty, "each is taken once")
    try quick.confirm()
    do throws(PlainError) {
      try slow.confirm()
      Issue.record("two processes have taken over from one")
    } catch {
      #expect(
        error.description == "cannot take over from the process that offers its sockets at \(path):"
          + " it has ended, or another process has taken over from it meanwhile"
      )
    }
    try await noOffer()
    _ = await running.perform { _ in offer.value.withdraw() }
    close(number)
    _ = unsafe unlink(path)
  }
}
