// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Synchronization
import Testing

/// A running `portico serve`, ended with the last reference.
final class RunningCommand: Sendable {
  private let child: ChildProcess
  /// Output and errors of the command behind the text that was waited for last.
  private let unread = Mutex((output: "", errors: ""))

  /// Options for free ports, for visitors and for operators.
  static let anywhere = ["--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"]

  /// - Parameters:
  ///   - environment: what is different from ours.
  ///   - files: how many files it may have open, softly and at all.
  ///   - observer: the words of a program that runs the command and is told its own words, if any.
  init(
    _ arguments: [String],
    environment: [String: String] = [:],
    files: (soft: Int, hard: Int)? = nil,
    loops: Int = 1,
    under observer: [String] = []
  ) throws {
    var words = observer + [BuiltCommand.path, "serve", "--loops", "\(loops)"] + arguments
    if let files {
      let script = "ulimit -Sn \(files.soft) && ulimit -Hn \(files.hard) && exec \"$0\" \"$@\""
      words = ["bash", "-c", script] + words
    }
    child = try ChildProcess(words[0], Array(words.dropFirst()), environment: environment)
  }

  /// Nothing of it may be written any more when its folder is removed.
  deinit {
    child.signal(SIGKILL)
    child.waitForEnd()
  }

  /// The bytes of memory that it has for itself: its heap and stacks, without files that are mapped.
  func ownMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(child.number)/status", encoding: .utf8)
    let kilobytes = status.firstMatch(of: /RssAnon:\s+([0-9]+) kB/).flatMap { Int($0.1) }
    return try #require(kilobytes) * 1_024
  }

  /// The environment that it was begun with, each variable followed by a zero.
  func environment() throws -> String {
    String(decoding: try Files.read("/proc/\(child.number)/environ"), as: UTF8.self)
  }

  /// Its TCP sockets that listen, and those of connections that it has with itself.
  func sockets() throws -> (listening: Int, toItself: Int) {
    let folder = "/proc/\(child.number)/fd"
    let inodes = Set(
      try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return target?.firstMatch(of: /socket:\[([0-9]+)\]/).map { String($0.1) }
      }
    )
    let own = try ["tcp", "tcp6"].flatMap { kind in
      String(decoding: try Files.read("/proc/\(child.number)/net/\(kind)"), as: UTF8.self)
        .split(separator: "\n").map { $0.split(separator: " ") }
        .filter { $0.count > 9 && inodes.contains(String($0[9])) }
    }
    let ends = Set(own.map { "\($0[1])-\($0[2])" })
    return (
      own.count { $0[3] == "0A" }, own.count { ends.contains("\($0[2])-\($0[1])") }
    )
  }

  /// Lets it finish, or ends it where it stands.
  func stop(atOnce: Bool = false) async throws {
    child.signal(atOnce ? SIGKILL : SIGTERM)
    _ = try await child.ended()
  }

  /// Lets it stand still, or go on.
  func stand(_ isStill: Bool) { child.signal(isStill ? SIGSTOP : SIGCONT) }

  /// Waits for the command's own end and returns its status.
  func ended() async throws -> Int32 { try await child.ended() }

  /// Has it read again what it reads once.
  func hangUp() { child.signal(SIGHUP) }

  /// Has it open its log file again.
  func reopenFiles() { child.signal(SIGUSR1) }

  /// Reads what the command says until it has said this; what stands behind it is read the next time.
  /// All that it has said where it ends before.
  func until(_ text: String, errors isError: Bool = true) async throws -> String {
    let handle = isError ? child.errors : child.output
    let before = unread.withLock { isError ? $0.errors : $0.output }
    let (said, rest) = try await onThread {
      var said = before
      while true {
        if let found = said.firstRange(of: text) {
          return (String(said[..<found.upperBound]), String(said[found.upperBound...]))
        }
        let data = handle.availableData
        guard !data.isEmpty else { return (said, "") }
        said += String(decoding: data, as: UTF8.self)
      }
    }
    unread.withLock { if isError { $0.errors = rest } else { $0.output = rest } }
    return said
  }

  /// The addresses for visitors and for operators, as the command prints them.
  func addresses() async throws -> (visitors: SocketAddress, operators: SocketAddress) {
    let found = try await places(until: "/metrics\n")
    if found.isEmpty {
      Issue.record("it ended before it listened, and said: \(try await until("\u{0}"))")
    }
    return (try #require(found.first), try #require(found.last))
  }

  /// The addresses of the URLs that it says before it has said this.
  func places(until text: String) async throws -> [SocketAddress] {
    try await until(text, errors: false).matches(of: /https?:\/\/([0-9.]+:[0-9]+)\//)
      .compactMap { SocketAddress(String($0.1)) }
  }

  /// The answer to a request, whose line is such as `GET /config`.
  static func ask(
    _ line: String,
    _ body: String? = nil,
    token: String? = nil,
    host: String = "localhost",
    at address: SocketAddress,
    accept: String? = nil
  ) async throws -> String {
    var request = "\(line) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
    if let accept { request += "Accept: \(accept)\r\n" }
    if let token { request += "Authorization: Bearer \(token)\r\n" }
    if let body {
      request +=
        "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    } else {
      request += "\r\n"
    }
    let text = request
    return try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send(text)
      return try socket.receiveAll()
    }
  }
}
