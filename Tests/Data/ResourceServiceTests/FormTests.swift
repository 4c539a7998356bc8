// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import LoopTesting
import ResourceModel
import ResourceService
import ResourceStoreTesting
import Sites
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A form that creates a record` {
  /// The SHA-256 of "abc".
  private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  private static func part(_ name: String, _ content: String, _ fields: String = "") -> String {
    "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\(fields)\r\n\r\n\(content)\r\n"
  }

  private static func picture(_ content: String) -> String {
    part("photo", content, "; filename=\"a;\\\"b.png\"\r\nContent-Type: image/png")
  }

  private func send(
    _ form: String,
    to server: ResourceServer,
    _ fields: [String] = [],
    boundary: String = "b"
  ) async throws -> ResourceServer.Received {
    try await server.send(
      "POST /v1/shops",
      ["Content-Type: multipart/form-data; boundary=\(boundary)"] + fields,
      body: form
    )
  }

  private func files(_ server: ResourceServer) throws -> (stored: [String], uploads: [String]) {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: server.folder)
    return (paths.filter { $0.count == 67 }, paths.filter { $0.hasPrefix("uploads/") })
  }

  @Test(arguments: [true, false])
  func `A form's record and file are created together, in whichever order they come`(
    isRecordFirst: Bool
  ) async throws {
    let server = try await ResourceServer()
    let record = Self.part("_record", #"{"name":"Shop"}"#)
    let parts = isRecordFirst ? record + Self.picture("abc") : Self.picture("abc") + record
    let reply = try await send("ignored\r\n\(parts)--b--\r\n", to: server)
    #expect(reply.status == 201 && reply.json["name"] == "Shop", "\(reply.body)")
    let photo: DataValue = ["sha256": .text(Self.abc), "bytes": 3, "mediaType": "image/png"]
    #expect(reply.json["photo"] == photo && reply.json["_version"] == 1)
    let place = try #require(reply.fields["location"])
    let file = try await server.send("GET \(place)/photo")
    #expect(file.body == "abc" && file.fields["content-type"] == "image/png")
    server.under.forgetOld()
    #expect(try files(server).stored.count == 1 && files(server).uploads == [])
  }

  @Test func `A large file with lines like delimiters arrives as it was sent, in small pieces`()
    async throws
  {
    let server = try await ResourceServer()
    let content = String(repeating: "\r\n--a\r\n--\r\n-\r\n\r\n", count: 40_000)
    let form = Self.picture(content) + "--b--"
    let head = ResourceServer.request(
      "POST /v1/shops",
      [
        "Content-Type: multipart/form-data; boundary=\"b\"", "Connection: close",
        "Content-Length: \(form.utf8.count)",
      ]
    )
    let bytes = Array((head + form).utf8)
    let socket = try server.connect()
    let answer = try await onThread {
      for start in stride(from: 0, to: bytes.count, by: 999) {
        let piece = bytes[start..<min(start + 999, bytes.count)]
        try socket.send(String(decoding: piece, as: UTF8.self))
      }
      return try socket.receiveAll()
    }
    let reply = try ResourceServer.read(answer)
    #expect(reply.status == 201, "\(reply.body)")
    let place = try #require(reply.fields["location"])
    #expect(try await server.send("GET \(place)/photo").body == content)
  }

  @Test func `A form with an empty file and no record creates a record`() async throws {
    let server = try await ResourceServer()
    let reply = try await send(Self.picture("") + "--b--", to: server)
    #expect(reply.status == 201 && reply.json["photo"]?["bytes"] == 0, "\(reply.body)")
  }

  @Test(arguments: [
    (part("_record", "{}"), 400, "bad-form", "without its last delimiter"),
    (part("_record", "{}") + part("_record", "{}") + "--b--", 400, "bad-form", "there twice"),
    (part("name", "Shop") + "--b--", 422, "bad-form", "expected one of _record, photo"),
    (part("_record", "no json") + "--b--", 400, "bad-json", "the body is no JSON"),
    (part("_record", "[]") + "--b--", 400, "bad-json", "expected an object"),
    (picture("abc") + part("_record", #"{"name":1}"#) + "--b--", 422, "invalid", "name"),
    ("--b\r\nX: y\r\n\r\n\r\n--b--", 400, "bad-form", "has no name"),
    ("--b\r\nwrong\r\n\r\n\r\n--b--", 400, "bad-form", "expected NAME: VALUE"),
    ("--bx\r\n\r\n", 400, "bad-form", "does not end with its line"),
    (
      "--b\r\nX: \(String(repeating: "y", count: 9_000))", 400, "bad-form", "more than 8192 bytes"
    ),
    (String(repeating: "y", count: 9_000), 400, "bad-form", "outside of the parts"),
    (part("_record", "{}", "\r\nContent-Transfer-Encoding: base64"), 400, "bad-form", "encoding"),
    (
      part("photo", "abc", "\r\nContent-Type: nonsense") + "--b--", 415, "media-type", "media type"
    ),
    (part("photo", "abcde") + "--b--", 413, "too-large", "more than 4 bytes"),
    (
      part("_record", "\"\(String(repeating: "y", count: 100))\"") + "--b--", 413, "too-large",
      "more than 64 bytes"
    ),
  ])
  func `A form that is wrong or too large is refused, and leaves no record and no upload`(
    form: String,
    status: Int,
    code: String,
    words: String
  ) async throws {
    var limits = RecordFiles.Limits()
    limits.fileBytes = 4
    let server = try await ResourceServer(limits) { $0.bodyBytes = 64 }
    let reply = try await send(form, to: server)
    #expect(reply.status == status && reply.json["code"]?.string == code, "\(reply.body)")
    #expect(reply.json["detail"]?.string?.contains(words) == true, "\(reply.body)")
    #expect(try await server.send("GET /v1/shops?count=exact").json["total"] == 0)
    #expect(try files(server).uploads == [])
  }

  @Test func `A form of very many tiny parts is read in linear time`() throws {
    let count = 200_000
    let form = Array((String(repeating: Self.part("a", "b"), count: count) + "--b--").utf8)
    // In one piece, since a reader that moved the rest behind each part would need a day for it.
    var reader = try FormReader("multipart/form-data; boundary=b")
    let events = try reader.add(form)
    #expect(reader.isComplete && events.count == 3 * count)
    #expect(events.last == .end && events.dropLast().last == .bytes([UInt8(ascii: "b")]))
  }

  @Test(arguments: ["", String(repeating: "b", count: 71)])
  func `A form without a boundary of at most 70 bytes is refused`(boundary: String) async throws {
    let server = try await ResourceServer()
    let reply = try await send("--b--", to: server, boundary: boundary)
    #expect(reply.status == 400 && reply.json["code"] == "bad-form", "\(reply.body)")
  }

  @Test func `A repeated form with the same key creates one record, and another file is refused`()
    async throws
  {
    let server = try await ResourceServer()
    let key = ["Idempotency-Key: k"]
    let first = try await send(Self.picture("abc") + "--b--", to: server, key)
    let again = try await send(Self.picture("abc") + "--b--", to: server, key)
    #expect(first.status == 201 && again.status == 201 && first.json["uuid"] == again.json["uuid"])
    let other = try await send(Self.picture("abd") + "--b--", to: server, key)
    #expect(other.status == 422 && other.json["code"] == "key-reused", "\(other.body)")
  }

  @Test func `A sender without the right to insert is refused before its file is stored`()
    async throws
  {
    let server = try await ResourceServer { settings in
      settings.caller = { _ in Caller(.read) }
    }
    let reply = try await send(Self.picture("abc") + "--b--", to: server)
    #expect(reply.status == 401 && reply.json["code"] == "rights", "\(reply.body)")
    #expect(try files(server).stored == [] && files(server).uploads == [])
  }
}
