// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) final class `A Unix socket` {
  /// Short, so that a path in it has room in an address.
  private let folder = "/tmp/portico-\(UInt32.random(in: 0 ... .max))"
  private var path: String { "\(folder)/s" }
  private var address: SocketAddress { SocketAddress(.unix(path)) }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func errorOfListening() -> SystemError? {
    #expect(throws: SystemError.self) { _ = try ListeningSocket(binding: self.address).release() }
  }

  // MARK: listeners

  @Test func `A listener's path may be written to by its owner and group, whatever the umask is`()
    throws
  {
    let listener = try ListeningSocket(binding: address)
    #expect(ListeningSocket.mode(of: address) == 0o660)
    withExtendedLifetime(listener) {}
  }

  @Test func `The path of a listener that has ended is taken over`() throws {
    do { _ = try ListeningSocket(binding: address) }
    #expect(FileManager.default.fileExists(atPath: path))
    let listener = try ListeningSocket(binding: address)
    _ = try PlainSocket(to: address)
    withExtendedLifetime(listener) {}
  }

  @Test(arguments: [false, true])
  func `The path of a living listener is left to it, also when its queue is full`(
    isFull: Bool
  )
    throws
  {
    let listener = try ListeningSocket(binding: address).release()
    defer { close(listener) }
    if isFull { _ = listen(listener, 0) }
    let first = try isFull ? PlainSocket(to: address) : nil
    #expect(errorOfListening()?.isAddressInUse == true)
    #expect(ListeningSocket.mode(of: address) != nil)
    withExtendedLifetime(first) {}
  }

  @Test(arguments: ["a file", "a folder", "a link", "a pipe"])
  func `A path that is no socket is refused and left as it is`(kind: String) throws {
    let files = FileManager.default
    switch kind {
    case "a file": try Data("kept".utf8).write(to: URL(fileURLWithPath: path))
    case "a folder": try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "a link": try files.createSymbolicLink(atPath: path, withDestinationPath: "\(folder)/none")
    default: try #require(unsafe mkfifo(path, 0o600) == 0)
    }
    let before = try files.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(
      errorOfListening()?.description
        == "listen on \(address): the path is there and is no socket: File exists (errno 17)"
    )
    #expect(try files.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
  }

  @Test func `A path has at most 107 bytes`() throws {
    let longest = "unix:/" + String(repeating: "a", count: 106)
    #expect(SocketAddress(longest)?.description == longest)
    #expect(SocketAddress(longest + "a") == nil && SocketAddress("unix:") == nil)
    let error = #expect(throws: SystemError.self) {
      _ = try ListeningSocket(
        binding: SocketAddress(.unix("/" + String(repeating: "a", count: 107)))
      )
      .release()
    }
    #expect(error?.description.contains("the path must have 1 to 107 bytes") == true)
  }

  // MARK: connections

  /// A try to connect, and its end.
  private final class Try: Sendable {
    private let end = Mutex<(hasEnded: Bool, error: SystemError?)>((false, nil))

    var error: SystemError? {
      get async throws {
        try await waitUntil("the connection is there or has failed") {
          end.withLock(\.hasEnded)
        }
        return end.withLock(\.error)
      }
    }

    func ended(_ error: SystemError?) { end.withLock { $0 = (true, error) } }
  }

  private final class Kept { var attempt: ConnectAttempt? }

  /// Begins to connect within a second, after `prepare` on the thread that does.
  private func connect(
    on running: RunningLoop,
    after prepare: @escaping @Sendable () -> Void = {}
  ) async -> Try {
    let address = address
    return await running.perform { core in
      prepare()
      let (made, kept) = (Try(), Kept())
      kept.attempt = ConnectAttempt(to: address, on: core, deadline: core.now + .seconds(1)) {
        switch consume $0 {
        case .socket: made.ended(nil)
        case .failed(let error): made.ended(error)
        }
        kept.attempt = nil
      }
      return made
    }
  }

  @Test(arguments: [
    ("nothing", 2, "the socket of a process that listens there"),
    ("a dead socket", 111, "a socket on which a process listens"),
    ("a file", 111, "a socket on which a process listens"),
    ("a file in its way", 20, "the socket of a process that listens there"),
    ("a datagram socket", 91, "a stream socket"),
  ])
  func `A failed connection tells the path, the problem and what was expected`(
    there: String,
    code: Int32,
    expected: String
  ) async throws {
    switch there {
    case "a dead socket": _ = try ListeningSocket(binding: address)
    case "a file": try Data().write(to: URL(fileURLWithPath: path))
    case "a file in its way":
      try FileManager.default.removeItem(atPath: folder)
      try Data().write(to: URL(fileURLWithPath: folder))
    default: break
    }
    var datagrams: Int32 = -1
    if there == "a datagram socket" {
      datagrams = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var name = sockaddr_un()
      name.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      let isBound = unsafe withUnsafePointer(to: &name) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(datagrams, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(isBound == 0)
    }
    defer { if datagrams >= 0 { close(datagrams) } }
    let running = try RunningLoop()
    let error = try #require(try await connect(on: running).error)
    #expect(error.code == code && error.expected == expected, "\(error)")
    #expect(error.description.hasPrefix("connect to unix:\(path): "), "\(error)")
    #expect(error.isRefusal == [2, 111].contains(code))
  }

  @Test func `A socket that this user may not write to is told with the user`() async throws {
    let listener = try ListeningSocket(binding: address, mode: 0)
    let running = try RunningLoop()
    let made = await connect(on: running) {
      // Root may write everywhere; the thread of the loop gives that up, for files alone.
      typealias Change = @convention(c) (UInt32) -> Int32
      let change = unsafe unsafeBitCast(dlsym(nil, "setfsuid"), to: Change.self)
      if geteuid() == 0 { _ = change(65_534) }
    }
    let error = try await made.error
    #expect(error?.code == EACCES)
    #expect(
      error?.expected
        == "a socket that user \(geteuid()) may write to, in folders that it may enter"
    )
    withExtendedLifetime(listener) {}
  }

  @Test func `A connection waits for room in a full queue, until its deadline`() async throws {
    let listener = try ListeningSocket(binding: address).release()
    defer { close(listener) }
    _ = listen(listener, 0)
    let first = try PlainSocket(to: address)
    let clock = ManualClock()
    let running = try RunningLoop(clock: .manual(clock))
    let late = await connect(on: running)
    clock.advance(by: .milliseconds(1_100))
    let error = try await late.error
    #expect(error?.code == ETIMEDOUT)
    #expect(error?.expected == "room in the queue of the process that listens there")
    let next = await connect(on: running)
    close(accept(listener, nil, nil))
    clock.advance(by: .milliseconds(20))
    #expect(try await next.error == nil)
    withExtendedLifetime(first) {}
  }
}
