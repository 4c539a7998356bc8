// SPDX-License-Identifier: Apache-2.0

import Reactor
import SeededTesting
import Testing

@Suite struct `A timer wheel` {
  @Test(arguments: [1, 63, 64, 65, 4095, 4096, 4097, 262_143, 262_144, 1 << 30, (1 << 30) + 5])
  func `A timer wheel fires at its tick and not before`(deadline: Int64) {
    for start in [Int64(0), 1, 63, 64, 4095, 123_456_789] {
      var wheel = TimerWheel<String>(tick: start)
      _ = wheel.schedule("due", at: start + deadline)
      #expect(wheel.advance(to: start + deadline - 1) == [])
      #expect(wheel.advance(to: start + deadline) == ["due"])
      #expect(wheel.count == 0)
      #expect(wheel.nextTick == nil)
    }
  }

  @Test func `A timer wheel keeps a deadline beyond its last level`() {
    var wheel = TimerWheel<Int>(tick: 7)
    let far: Int64 = 7 + (1 << 33)
    _ = wheel.schedule(1, at: far)
    #expect(wheel.advance(to: far - 1).isEmpty)
    #expect(wheel.advance(to: far) == [1])
  }

  @Test func `A timer wheel fires a passed deadline at the next tick`() {
    var wheel = TimerWheel<Int>(tick: 100)
    _ = wheel.schedule(1, at: 5)
    #expect(wheel.advance(to: 101) == [1])
  }

  @Test func `A timer wheel never fires a cancelled entry, nor cancels another by its number`() {
    var wheel = TimerWheel<Int>(tick: 0)
    let first = wheel.schedule(1, at: 10)
    #expect(wheel.cancel(first) == 1)
    let second = wheel.schedule(2, at: 10)
    #expect(wheel.cancel(first) == nil)
    #expect(wheel.advance(to: 20) == [2])
    #expect(wheel.cancel(second) == nil)
  }

  @Test func `A timer wheel agrees with a sorted list over a long random history`() {
    var generator = SeededNumbers(42)
    var wheel = TimerWheel<Int>(tick: 0)
    var model: [(deadline: Int64, payload: Int, id: TimerID)] = []
    var now: Int64 = 0
    for payload in 0..<20_000 {
      let scale = Int64(1) << Int64(generator.next() % 32)
      let deadline = now + 1 + Int64(generator.next() % UInt64(scale))
      model.append((deadline, payload, wheel.schedule(payload, at: deadline)))
      if payload % 3 == 0, !model.isEmpty {
        let victim = Int(generator.next() % UInt64(model.count))
        #expect(wheel.cancel(model[victim].id) == model[victim].payload)
        model.swapAt(victim, model.count - 1)
        model.removeLast()
      }
      if payload % 5 == 0 {
        now += Int64(generator.next() % 5000)
        if let next = wheel.nextTick, let earliest = model.map(\.deadline).min() {
          #expect(next <= earliest)
        }
        let fired = wheel.advance(to: now)
        let expected = model.filter { $0.deadline <= now }
        model.removeAll { $0.deadline <= now }
        #expect(Set(fired) == Set(expected.map(\.payload)))
        #expect(wheel.count == model.count)
      }
    }
  }
}
