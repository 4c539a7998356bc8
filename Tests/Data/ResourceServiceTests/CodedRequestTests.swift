// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import LoopTesting
import ResourceModel
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Coded and partial bodies of requests for records` {
  /// `{"name":"Coded shop"}`, as gzip and as zstd write it.
  private static let record = [
    ("gzip", "H4sIAAAAAAACA6tWykvMTVWyUnLOT0lNUSjOyC9QqgUA0dzP8xUAAAA="),
    ("zstd", "KLUv/QRYqQAAeyJuYW1lIjoiQ29kZWQgc2hvcCJ99Sn1Lg=="),
  ]

  private func send(
    _ line: String,
    _ fields: String...,
    body: [UInt8],
    to server: ResourceServer
  ) async throws -> ResourceServer.Received {
    let all = ["Host: x", "Connection: close", "Content-Length: \(body.count)"] + fields
    let head = "\(line) HTTP/1.1\r\n\(all.joined(separator: "\r\n"))\r\n\r\n"
    let socket = try server.connect()
    return try ResourceServer.read(
      await onThread {
        try socket.send(Array(head.utf8) + body)
        return try socket.receiveAll()
      }
    )
  }

  @Test(arguments: record)
  func `A coded record is created as it would be without its coding`(
    coding: String,
    text: String
  )
    async throws
  {
    let server = try await ResourceServer()
    let body = Array(try #require(Data(base64Encoded: text)))
    let coded = "Content-Encoding: \(coding)"
    for type in ["application/json", "application/x-ndjson"] {
      let reply = try await send(
        "POST /v1/shops",
        coded,
        "Content-Type: \(type)",
        body: body,
        to: server
      )
      #expect(reply.status == (type == "application/json" ? 201 : 200), "\(reply.body)")
    }
    let shops = try await server.send("GET /v1/shops?count=exact").json
    #expect(shops["total"] == 2)
    #expect(shops["data"]?.elements?.map { $0["name"] } == ["Coded shop", "Coded shop"])
  }

  @Test(arguments: ["application/json", "application/x-ndjson", "multipart/form-data; boundary=b"])
  func `A record in an unknown coding is 415 with those that are known`(
    type: String
  )
    async throws
  {
    let server = try await ResourceServer()
    let reply = try await send(
      "POST /v1/shops",
      "Content-Encoding: aes128gcm",
      "Content-Type: \(type)",
      body: Array(#"{"name":"Shop"}"#.utf8),
      to: server
    )
    #expect(reply.status == 415, "\(reply.body)")
    #expect(reply.fields["accept-encoding"] == "gzip, zstd, br, deflate")
    #expect(try await server.send("GET /v1/shops?count=exact").json["total"] == 0)
  }

  @Test func `A file in a coding is refused, since it would be served without it`() async throws {
    let server = try await ResourceServer()
    let path = "/v1/shops/\(try server.under.create(["name": "Shop"], in: "shops"))/photo"
    let body = Array(try #require(Data(base64Encoded: Self.record[0].1)))
    let reply = try await send("PUT \(path)", "Content-Encoding: gzip", body: body, to: server)
    #expect(reply.status == 415 && reply.fields["accept-encoding"] == "identity", "\(reply)")
    #expect(try await server.send("GET \(path)").status == 404)
    let plain = try await send("PUT \(path)", "Content-Encoding: identity", body: body, to: server)
    #expect(plain.status == 201, "\(plain)")
  }

  @Test(arguments: [true, false])
  func `A PUT of a part of a record or file is refused, and changes nothing`(
    isFile: Bool
  )
    async throws
  {
    let server = try await ResourceServer()
    let record = "/v1/shops/\(try server.under.create(["name": "Shop"], in: "shops"))"
    let path = isFile ? "\(record)/photo" : record
    let reply = try await server.send(
      "PUT \(path)",
      ["Content-Range: bytes 0-14/100"],
      body: #"{"name":"Part"}"#
    )
    #expect(reply.status == 400 && reply.json["code"] == "bad-range", "\(reply.body)")
    #expect(reply.json["detail"]?.string?.contains("bytes 0-14/100") == true, "\(reply.body)")
    #expect(try await server.send("GET \(record)").json["name"] == "Shop")
    #expect(try await server.send("GET \(record)/photo").status == 404)
  }
}
