// SPDX-License-Identifier: Apache-2.0

import Bytes
import COpenSSL
import Glibc
import Reactor
import Testing
import TransportSecurity

@Suite struct `The end of a TLS session` {
  let house: TestHouse

  init() throws { house = try TestHouse.shared.get() }

  private func talk(_ version: TLSVersion = .tls13) throws -> Conversation {
    let client = try house.client { $0.maximumVersion = version }
    let talk = try Conversation(house.server(), client).shakeHands()
    #expect(talk.exchange())
    return talk
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS session that the peer closes ends as a normal end of the stream`(
    version: TLSVersion
  ) throws {
    let talk = try talk(version)
    talk.client.close()
    talk.sockets.closeClient()
    let first = Conversation.read(talk.server)
    #expect(first.bytes.isEmpty)
    guard case .end = first.last else {
      Issue.record("\(first.last)")
      return
    }
    guard case .end = Conversation.read(talk.server).last else {
      Issue.record("again")
      return
    }
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS stream that stops without a closing alert is a truncation, after the bytes before`(
    version: TLSVersion
  ) throws {
    let talk = try talk(version)
    guard case .bytes = talk.client.write("half".utf8Span.span) else { return }
    talk.sockets.closeClient()
    let first = Conversation.read(talk.server)
    // What came before is handed out; the failure follows.
    #expect(String(decoding: first.bytes, as: UTF8.self) == "half")
    guard case .failed(let failure) = first.last else {
      Issue.record("\(first.last)")
      return
    }
    #expect(failure.kind == .truncated)
    #expect(talk.server.write("x".utf8Span.span).isFailure)
    #expect(!talk.server.isOpen)
  }

  @Test func `A TLS stream that stops within a record is a truncation`() throws {
    let talk = try talk()
    // Safe: the array is read during the call only.
    _ = unsafe write(talk.sockets.client, [23, 3, 3, 0, 100, 1, 2] as [UInt8], 7)
    talk.sockets.closeClient()
    guard case .failed(let failure) = Conversation.read(talk.server).last else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind == .truncated)
  }

  @Test func `The end of a TLS session behind the last bytes is known without reading the socket`()
    throws
  {
    let talk = try talk()
    guard case .bytes = talk.client.write("last words".utf8Span.span) else { return }
    talk.client.close()
    var buffer = ByteBuffer()
    let first = talk.server.read(into: &buffer)
    #expect(first.count == 10)
    // The peer keeps the socket open: only the session knows that the end has come.
    #expect(talk.server.hasPendingInput)
    guard case .end = talk.server.read(into: &buffer) else {
      Issue.record("no end")
      return
    }
  }

  @Test func `A TLS session whose peer has closed its direction can still be written to`() throws {
    let talk = try talk()
    talk.client.close()
    guard case .end = Conversation.read(talk.server).last else {
      Issue.record("no end")
      return
    }
    #expect(Conversation.pass("late answer", from: talk.server, to: talk.client) == "late answer")
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS record that was changed on the way fails the session on both sides`(
    version: TLSVersion
  ) throws {
    let talk = try talk(version)
    let record: [UInt8] = [23, 3, 3, 0, 40] + [UInt8](repeating: 9, count: 40)
    // Safe: the array is read during the call only.
    _ = unsafe write(talk.sockets.client, record, record.count)
    guard case .failed(let failure) = Conversation.read(talk.server).last else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind == .security)
    #expect(
      failure.description.contains("bad record mac") || failure.description.contains("decrypt")
    )
    // The other side is told by an alert.
    #expect(Conversation.read(talk.client).last.isFailure)
    #expect(Conversation.read(talk.server).last.isFailure)
  }

  @Test func `Writing to a TLS session whose peer is gone fails as a reset`() throws {
    let talk = try talk()
    talk.sockets.closeClient()
    guard case .failed(let failure) = talk.server.write("x".utf8Span.span) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind == .reset)
  }

  @Test func `A TLS session that fails leaves no error for the other sessions of its thread`()
    throws
  {
    let broken = try talk()
    let whole = try talk()
    broken.sockets.closeClient()
    #expect(Conversation.read(broken.server).last.isFailure)
    // An error that stayed in the thread's queue would be taken for one of this session.
    #expect(unsafe EVP_MD_fetch(nil, "no such digest", nil) == nil)
    guard case .wait(.readable) = Conversation.read(whole.server).last else {
      Issue.record("a failure of another session")
      return
    }
    #expect(whole.exchange())
  }
}

extension WriteOutcome {
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}

extension ReadOutcome {
  var count: Int {
    if case .bytes(let count) = self { count } else { 0 }
  }
}
