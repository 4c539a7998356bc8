// SPDX-License-Identifier: Apache-2.0

import Glibc
import LoopTesting
import Reactor

/// One connection on which requests follow one another; for threads of their own.
final class HTTPDialogue {
  private let socket: PlainSocket
  private let host: String
  private var bytes: [UInt8] = []
  private var start = 0

  init(_ address: SocketAddress, host: String = "shop.example") throws {
    socket = try PlainSocket(to: address)
    self.host = host
  }

  struct Reply {
    let status: Int
    let fields: [String: String]
    let body: [UInt8]

    var isHit: Bool { fields["x-cache"].map { !["MISS", "BYPASS"].contains($0) } ?? false }
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  func get(
    _ target: String,
    _ fields: [(name: String, value: String)] = [],
    method: String = "GET",
    body: String = ""
  ) throws -> Reply {
    try ask(target, fields, method: method, body: body)
    return try reply(to: method)
  }

  /// Sends a request.
  func ask(
    _ target: String,
    _ fields: [(name: String, value: String)] = [],
    method: String = "GET",
    body: String = ""
  ) throws {
    var request = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
    for (name, value) in fields { request += "\(name): \(value)\r\n" }
    if !body.isEmpty { request += "Content-Length: \(body.utf8.count)\r\n" }
    try socket.send(request + "\r\n" + body)
  }

  /// The answer to a request that was sent.
  func reply(to method: String = "GET") throws -> Reply {
    let lines = try head()
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw EdgeOrigin.Failure(description: "no status: \(lines)") }
    var found: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].lowercased()
      let value = String((parts.last ?? "").drop { $0 == " " })
      found[name] = found[name].map { "\($0), \(value)" } ?? value
    }
    let isEmpty = method == "HEAD" || status == 304 || status == 204
    return Reply(status: status, fields: found, body: isEmpty ? [] : try body(found))
  }

  private func head() throws -> [String] {
    var count = 0
    while true {
      while start + count + 3 < bytes.count {
        let end = start + count
        if bytes[end] == 13, bytes[end + 1] == 10, bytes[end + 2] == 13, bytes[end + 3] == 10 {
          let text = String(decoding: bytes[start..<end], as: UTF8.self)
          start = end + 4
          return text.split(separator: "\r\n").map(String.init)
        }
        count += 1
      }
      try more()
    }
  }

  private func body(_ fields: [String: String]) throws -> [UInt8] {
    if fields["transfer-encoding"] == "chunked" {
      var body: [UInt8] = []
      while true {
        let size = Int(try line(), radix: 16) ?? 0
        body += try take(size)
        _ = try take(2)
        if size == 0 { return body }
      }
    }
    return try take(Int(fields["content-length"] ?? "0") ?? 0)
  }

  private func line() throws -> String {
    while true {
      if let end = bytes[start...].firstIndex(of: 13), end + 1 < bytes.count {
        defer { start = end + 2 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
      }
      try more()
    }
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while bytes.count - start < count { try more() }
    defer { start += count }
    return Array(bytes[start..<start + count])
  }

  private func more() throws {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    let piece = try socket.receive()
    guard !piece.isEmpty else { throw EdgeOrigin.Failure(description: "the connection ended") }
    bytes += piece
  }
}

/// Asks again and again until something holds, with a rest between, since what is waited for needs the
/// machine too; an error where it does not hold within a minute.
func ask(until holds: () throws -> Bool) throws {
  let end = ContinuousClock.now.advanced(by: .seconds(60))
  while try !holds() {
    usleep(5_000)
    guard ContinuousClock.now < end else {
      throw EdgeOrigin.Failure(description: "what was waited for has not come")
    }
  }
}
