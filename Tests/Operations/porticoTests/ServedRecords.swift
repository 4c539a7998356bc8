// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Foundation
import HTTPValues
import LoopTesting
import ProgramTesting
import Reactor
import Testing

/// A running command that serves a site with records, users and the type `notes`.
struct ServedRecords {
  let command: RunningCommand
  private let sites: ServedSites
  let visitors: SocketAddress
  private let operators: SocketAddress

  /// - Parameters:
  ///   - viewer: the token of a viewer; without one of anybody, everybody is an admin.
  ///   - operator: the token of an operator who is no admin.
  ///   - people: further members of the declaration of people.
  ///   - limits: the members of the declaration of limits.
  ///   - more: further members of the declaration of records.
  init(
    viewer: String? = nil,
    operator: String? = nil,
    people: String = "",
    limits: String = "",
    more: String = ""
  ) async throws {
    sites = ServedSites()
    try sites.write(
      "shop",
      """
      resources: {
        at: "/v1", open: "read", administerToken: "RECORDS_ADMIN", people: { signUp: true, \(people) },
        limits: { \(limits) }, \(more)
      }
      """
    )
    var options = ["--state", "\(sites.folder)/state"]
    for (role, word) in [("viewer", viewer), ("operator", `operator`)] {
      guard let word else { continue }
      try sites.put("\(word)\n", at: role)
      options += ["--admin-token", "\(role)=\(sites.folder)/\(role)"]
    }
    command = try RunningCommand(
      sites.arguments(["shop"]) + options,
      environment: ["RECORDS_ADMIN": "admin-word"]
    )
    let addresses = try await command.addresses()
    (visitors, operators) = (addresses.visitors, addresses.operators)
    let type =
      #"{"prefix":"note","attributes":{"text":{"type":"text","required":true},"#
      + #""stars":{"type":"integer"}}}"#
    let declared = try await send("PUT /v1/_schema/notes", type)
    #expect(declared.status == "200", "\(declared.body)")
  }

  func send(
    _ line: String,
    _ body: String = "",
    token: String = "admin-word",
    type: String = "application/json"
  ) async throws -> PlainAnswer {
    let text =
      "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer \(token)\r\n"
      + "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    return PlainAnswer(
      try await onThread {
        let socket = try PlainSocket(to: visitors)
        try socket.send(text)
        return try socket.receiveAll()
      }
    )
  }

  func browse(
    _ line: String,
    form: String? = nil,
    _ fields: String = "",
    accept: String = "text/html"
  ) async throws -> String {
    let body = form ?? ""
    let type = "Content-Type: application/x-www-form-urlencoded\r\n"
    let head = form == nil ? "" : type + "Content-Length: \(body.utf8.count)\r\n"
    return try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: \(accept)\r\n\(fields)"
          + "\(head)\r\n\(body)"
      )
      return try socket.receiveAll()
    }
  }

  /// The fields of a form with the proof of a page, encoded.
  func form(
    of page: String,
    _ fields: KeyValuePairs<String, String>
  ) async throws -> String {
    let answer = try await browse("GET \(page)")
    let proof = try #require(answer.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.1)
    return "token=\(proof)"
      + fields.map { "&\($0.key)=\(PercentCoding.encode($0.value, keeping: .unreserved))" }.joined()
  }

  func createNote(_ text: String) async throws -> String {
    let answer = try await send("POST /v1/notes", "{\"text\":\"\(text)\"}")
    return String(try #require(answer.body.firstMatch(of: /"uuid":"([^"]+)"/), "\(answer.body)").1)
  }

  func signUp() async throws -> (token: String, user: String) {
    let body = #"{"email":"ann@example.com","password":"a long password","register":true}"#
    let answer = try await send("POST /v1/session", body, token: "")
    let token = try #require(answer.body.firstMatch(of: /"token":"([^"]+)"/), "\(answer.body)").1
    let user = try #require(answer.body.firstMatch(of: /"id":"(u-[^"]+)"/), "\(answer.body)").1
    return (String(token), String(user))
  }
}
