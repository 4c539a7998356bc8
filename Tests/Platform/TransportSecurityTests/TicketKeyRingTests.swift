// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransportSecurity

@Suite struct `A ring of session ticket keys` {
  private static let start: Int64 = 1_700_000_000
  private static let secret = PEMSource.bytes(Array(0..<48), name: "secret")

  /// Whether tickets that `sealer` makes now can be opened, and would be replaced.
  private func opens(_ ring: TicketKeyRing, _ sealer: TicketKey) -> Bool? {
    var name = [UInt8](repeating: 0, count: 16)
    // Safe: a name has 16 bytes.
    return unsafe name.withUnsafeMutableBufferPointer { name in
      guard let start = name.baseAddress else { return nil }
      unsafe sealer.writeName(to: start)
      return unsafe ring.find(start)?.isPast
    }
  }

  private func present(_ ring: TicketKeyRing) throws -> TicketKey { try #require(ring.present) }

  @Test func `Session ticket keys open the tickets of this epoch and of the one before`() throws {
    let ring = try TicketKeyRing(interval: .seconds(3600), now: Self.start)
    let first = try present(ring)
    #expect(opens(ring, first) == false)
    try ring.rotate(now: Self.start + 3600)
    #expect(try present(ring) !== first)
    #expect(opens(ring, first) == true)
    try ring.rotate(now: Self.start + 7200)
    #expect(opens(ring, first) == nil)
  }

  @Test func `Session ticket keys do not change within an epoch`() throws {
    let ring = try TicketKeyRing(interval: .seconds(3600), now: 3600)
    let first = try present(ring)
    try ring.rotate(now: 7199)
    #expect(try present(ring) === first)
    try ring.rotate(now: 7200)
    #expect(try present(ring) !== first)
  }

  @Test func `Session ticket keys without a shared secret differ from those of any other server`()
    throws
  {
    let ring = try TicketKeyRing(now: Self.start)
    #expect(opens(try TicketKeyRing(now: Self.start), try present(ring)) == nil)
  }

  @Test(arguments: [(-7200, nil), (-3600, false), (0, false), (3600, true), (7200, nil)])
  func `Servers with a shared ticket secret open each other's tickets if they are one epoch apart`(
    ahead: Int64,
    isPast: Bool?
  ) throws {
    let interval = Duration.seconds(3600)
    let mine = try TicketKeyRing(sharing: Self.secret, interval: interval, now: Self.start)
    let theirs = try TicketKeyRing(
      sharing: Self.secret,
      interval: interval,
      now: Self.start + ahead
    )
    #expect(opens(theirs, try present(mine)) == isPast)
  }

  @Test func `Session ticket keys of another secret do not open a ticket`() throws {
    let ring = try TicketKeyRing(sharing: Self.secret, now: Self.start)
    let other = try TicketKeyRing(
      sharing: .bytes(Array(1..<49), name: "other"),
      now: Self.start
    )
    #expect(opens(other, try present(ring)) == nil)
  }

  @Test
  func `A ticket secret of less than 32 bytes and an epoch of less than a minute are refused`()
    throws
  {
    let error = #expect(throws: TLSError.self) {
      try TicketKeyRing(sharing: .bytes([1, 2, 3], name: "tickets.key"), now: 0)
    }
    #expect(
      error?.description == "tickets.key: expected a secret of at least 32 bytes, found 3"
    )
    #expect(throws: TLSError.self) { try TicketKeyRing(interval: .seconds(59), now: 0) }
  }

  @Test func `Session ticket keys move on by many epochs at once`() throws {
    let ring = try TicketKeyRing(interval: .seconds(3600), now: Self.start)
    let first = try present(ring)
    try ring.rotate(now: Self.start + 360_000)
    #expect(opens(ring, first) == nil)
    #expect(opens(ring, try present(ring)) == false)
  }
}
