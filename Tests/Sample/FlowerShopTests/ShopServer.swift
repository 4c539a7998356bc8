// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Foundation
import LoopTesting
import Reactor

/// A running shop with a clock that a test moves.
final class ShopServer: Sendable {
  static let start: Int64 = 1_800_000_000

  let clock: ManualClock
  private let group: LoopGroup
  private let shop: Shop

  init() async throws {
    clock = ManualClock(wallSeconds: ShopServer.start)
    group = try LoopGroup(count: 1, name: "shop", clock: .manual(clock))
    do {
      shop = try await Shop.start(firstPort: 0, on: group)
    } catch {
      group.stop()
      throw error
    }
  }

  deinit { group.stop() }

  func stop() async { await shop.stop() }

  var names: [ServiceName] { shop.places.map(\.name) }

  /// The URL of a service, for programs that take one.
  func url(_ name: ServiceName, _ target: String) -> String {
    "http://\(address(of: name)?.description ?? "")\(target)"
  }

  func address(of name: ServiceName) -> SocketAddress? {
    shop.places.first { $0.name == name }?.address
  }

  func connect(_ name: ServiceName) throws -> PlainSocket {
    guard let address = address(of: name) else { throw NotRunning() }
    return try PlainSocket(to: address, keeping: self)
  }

  private struct NotRunning: Error {}

  /// An answer in its parts.
  struct Reply: Sendable {
    let status: Int
    let fields: [String: String]
    let body: String

    /// Reads an answer up to the end of its connection.
    init(_ text: String) throws {
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
      let lines = (parts.first ?? "").split(separator: "\r\n")
      guard let words = lines.first?.split(separator: " "), words.count > 1,
        let status = Int(words[1])
      else { throw NoAnswer(text: text) }
      self.status = status
      var fields: [String: String] = [:]
      for line in lines.dropFirst() {
        let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        fields[String(pair[0])] = String(pair[1].drop { $0 == " " })
      }
      self.fields = fields
      body = parts.count > 1 ? String(parts[1]) : ""
    }

    /// The body as JSON.
    var json: DataValue {
      get throws { try DataValue(reading: body.utf8.span, as: .json) }
    }
  }

  struct NoAnswer: Error {
    let text: String
  }

  func send(
    _ method: String,
    _ name: ServiceName,
    _ target: String,
    _ fields: [String: String] = [:],
    body: String? = nil
  ) async throws -> Reply {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n"
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    if let body {
      if fields["Content-Type"] == nil { head += "Content-Type: application/json\r\n" }
      head += "Content-Length: \(body.utf8.count)\r\n"
    }
    let request = "\(head)\r\n\(body ?? "")"
    return try await onThread {
      let socket = try self.connect(name)
      try socket.send(request)
      return try Reply(try socket.receiveAll())
    }
  }

  func get(
    _ name: ServiceName,
    _ target: String,
    _ fields: [String: String] = [:]
  ) async throws -> Reply {
    try await send("GET", name, target, fields)
  }
}

extension DataValue? {
  subscript(_ key: String) -> DataValue? { flatMap { $0[key] } }

  var text: String? {
    guard case .string(let text) = self?.content else { return nil }
    return text
  }

  var number: Double? {
    switch self?.content {
    case .integer(let number): Double(number)
    case .decimal(let decimal): decimal.value
    default: nil
    }
  }

  var flag: Bool? {
    guard case .bool(let flag) = self?.content else { return nil }
    return flag
  }

  var elements: [DataValue] {
    guard case .array(let elements) = self?.content else { return [] }
    return elements
  }
}

extension DataValue {
  var text: String? { Optional(self).text }
  var number: Double? { Optional(self).number }
  var elements: [DataValue] { Optional(self).elements }
}
