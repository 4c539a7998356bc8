// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import FolderTesting
import Foundation
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import ResourceService
import ResourceStore
import Signals

/// A server of records on a port of its own, stopped with the last reference.
final class ResourceServer: Sendable {
  let under: ServiceUnderTest
  private let temporary = TemporaryFolder()
  /// The folder of files, removed with the server.
  var folder: String { "\(temporary.path)/records" }
  let refusals = Refusals()
  private let pool: WorkerPool
  private let group: LoopGroup
  private let server: HTTPServer

  init(
    _ limits: RecordFiles.Limits = RecordFiles.Limits(),
    over store: ResourceStore? = nil,
    _ change: (inout ResourceService.Settings) -> Void = { _ in }
  ) async throws {
    let files = try RecordFiles(in: "\(temporary.path)/records", limits)
    files.share(in: store?.files)
    let shared = try store ?? ServiceUnderTest.store()
    under = try ServiceUnderTest(over: shared) { settings in
      settings.files = files
      change(&settings)
    }
    pool = WorkerPool("test", threads: 2)
    group = try LoopGroup(count: 1)
    let (service, pool, refusals) = (under.service, pool, refusals)
    server = try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: 0))],
      on: group,
      signals: ServerSignals(try SignalRegistry()),
      handler: { core in
        let handler = ResourceHandler(service, pool: pool, passwords: pool, asking: pool, on: core)
        return ServedRecords(handler, refusals)
      }
    )
  }

  deinit {
    group.stop()
    pool.close()
  }

  /// Adds the types of people, and lets users sign up from now on, with passwords that are hashed quickly.
  func admitUsers() throws {
    try under.service.addPeople()
    var people = PeopleSettings()
    people.allowsSignUp = true
    people.scrypt = Scrypt(cost: 16, blockSize: 1, parallelism: 1)
    let settings = people
    under.service.renew { $0.people = settings }
  }

  /// Signs a user up, and returns the session. It is sent to the server, which has the time of the machine, by
  /// which the session must be there.
  func signUp() async throws -> DataValue {
    let account: DataValue = [
      "email": "ann@example.com", "password": "ann's password", "register": true,
    ]
    let body = String(decoding: account.json, as: UTF8.self)
    return try await send("POST /v1/session", body: body).json
  }

  func connect() throws -> PlainSocket { try PlainSocket(to: server.addresses[0]) }

  static func request(_ head: String, _ fields: [String] = [], body: String = "") -> String {
    let all = ["Host: x"] + fields + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"])
    return "\(head) HTTP/1.1\r\n\(all.joined(separator: "\r\n"))\r\n\r\n\(body)"
  }

  /// An answer as it came over a connection of its own.
  struct Received: Sendable {
    let status: Int
    let fields: [String: String]
    let body: String

    var json: DataValue {
      (try? DataValue(reading: Array(body.utf8).span, as: .json)) ?? .null
    }
  }

  /// Sends a request on a connection of its own, and returns the last answer on it.
  func send(
    _ head: String,
    _ fields: [String] = [],
    body: String = ""
  ) async throws -> Received {
    let text = Self.request(head, fields + ["Connection: close"], body: body)
    let socket = try connect()
    let reply = try await onThread {
      try socket.send(text)
      return try socket.receiveAll()
    }
    return try Self.read(reply)
  }

  static func read(_ reply: String) throws -> Received {
    var rest = reply
    while true {
      let parts = rest.components(separatedBy: "\r\n\r\n")
      let lines = parts[0].components(separatedBy: "\r\n")
      let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
      rest = parts.dropFirst().joined(separator: "\r\n\r\n")
      guard status >= 200 || status == 0 else { continue }
      let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
        let pair = line.components(separatedBy: ": ")
        return pair.count < 2 ? nil : (pair[0], pair.dropFirst().joined(separator: ": "))
      }
      return Received(
        status: status,
        fields: Dictionary(pairs) { first, _ in first },
        body: rest
      )
    }
  }
}
