// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import Foundation
import HTTPValues
import LoopTesting
import ResourceModel
import ResourceService
import ResourceStoreTesting
import Sites
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Files of records` {
  /// The SHA-256 of "abc".
  private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  private static let abcField = "sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:"

  /// The machine's own time, which files and the server have.
  private static var now: Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
  }

  private func shop(_ server: ResourceServer) throws -> String {
    try server.under.create(["name": "Shop"], in: "shops")
  }

  private func stored(_ server: ResourceServer) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: server.folder)
      .filter { $0.count == 67 }.map { String($0.suffix(64)) }
  }

  /// The files below a folder that this process has open.
  private func openFiles(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { number in
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
    }
    .filter { $0.hasPrefix(folder) }
  }

  @Test func `Uploads and downloads that stand still hold no file descriptors`() async throws {
    let server = try await ResourceServer()
    let path = "/v1/shops/\(try shop(server))/photo"
    let content = String(repeating: "0123456789abcdef", count: 500_000)
    #expect(try await server.send("PUT \(path)", body: content).status == 201)
    let part = "--b\r\nContent-Disposition: form-data; name=\"photo\"\r\n\r\n"
    let requests = [
      "PUT \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n" + content.prefix(600_000),
      "POST /v1/shops HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n"
        + "Content-Length: 900000\r\n\r\n" + part + content.prefix(600_000),
      "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n",
    ]
    let sockets = try await onThread {
      try requests.map { request in
        let socket = try server.connect()
        socket.shrinkBuffers()
        try socket.send(request)
        return socket
      }
    }
    let isBegun = try await onThread { try sockets[2].receive(through: "\r\n\r\n") }
    #expect(isBegun.hasPrefix("HTTP/1.1 200 "))
    let uploads = "\(server.folder)/uploads"
    try await waitUntil("both uploads have stored what came of them") {
      try FileManager.default.contentsOfDirectory(atPath: uploads).count { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(uploads)/\(name)")
        return (attributes[.size] as? Int ?? 0) > 262_143
      } == 2
    }
    try await waitUntil("no file is open") { try openFiles(in: server.folder) == [] }
    // What follows is taken and given as if nothing had been closed.
    let (answer, rest) = try await onThread {
      try sockets[0].send(String(content.dropFirst(600_000).prefix(300_000)))
      let answer = try sockets[0].receive(through: "\r\n\r\n")
      return (answer, try sockets[2].receive(exactly: content.utf8.count))
    }
    #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
    #expect(rest == Array(content.utf8))
  }

  @Test func `A request for an uploaded file gets its type, tag and digests`() async throws {
    let server = try await ResourceServer()
    let path = "/v1/shops/\(try shop(server))/photo"
    let put = try await server.send("PUT \(path)", ["Content-Type: image/png"], body: "abc")
    #expect(put.status == 201 && put.fields["location"] == path)
    #expect(put.fields["etag"] == "\"\(Self.abc)\"" && put.fields["repr-digest"] == Self.abcField)
    let value: DataValue = ["sha256": .text(Self.abc), "bytes": 3, "mediaType": "image/png"]
    #expect(put.json["photo"] == value)
    let get = try await server.send("GET \(path)")
    #expect(get.status == 200 && get.body == "abc" && get.fields["content-type"] == "image/png")
    #expect(get.fields["content-digest"] == Self.abcField && get.fields["content-length"] == "3")
    #expect(get.fields["content-security-policy"]?.contains("sandbox") == true)
    let head = try await server.send("HEAD \(path)")
    #expect(head.status == 200 && head.body.isEmpty && head.fields["content-length"] == "3")
    let again = try await server.send("GET \(path)", ["If-None-Match: \"\(Self.abc)\""])
    #expect(again.status == 304)
    let second = try await server.send("PUT \(path)", body: "abcd")
    #expect(second.status == 200 && second.json["photo"]?["bytes"] == 4)
    #expect(try await server.send("DELETE \(path)").status == 204)
    #expect(try await server.send("GET \(path)").status == 404)
  }

  @Test(arguments: [
    (
      "PUT",
      "{\"name\":\"S\",\"photo\":{\"sha256\":\"\(abc)\",\"bytes\":2,\"mediaType\":\"image/png\"}}"
    ),
    ("PATCH", "{\"photo\":{\"bytes\":2}}"), ("PATCH", "{\"photo\":{\"mediaType\":\"text/html\"}}"),
  ])
  func `A write with other values of a file than its upload's gets 422 and changes nothing`(
    method: String,
    body: String
  ) async throws {
    let server = try await ResourceServer()
    let shop = "/v1/shops/\(try shop(server))"
    _ = try await server.send("PUT \(shop)/photo", ["Content-Type: image/png"], body: "abc")
    let fields = ["Content-Type: application/\(method == "PUT" ? "json" : "merge-patch+json")"]
    let reply = try await server.send("\(method) \(shop)", fields, body: body)
    let error = reply.json["errors"]?.elements?.first
    #expect(reply.status == 422 && error?["attribute"] == "photo" && error?["code"] == "reference")
    let record = try await server.send("GET \(shop)")
    let again = try await server.send("PUT \(shop)", body: record.body)
    #expect(again.status == 200 && again.json["_version"] == record.json["_version"])
  }

  @Test
  func `A range has a digest of its own, and a range behind the end gets 416`() async throws {
    let server = try await ResourceServer()
    let path = "/v1/shops/\(try shop(server))/photo"
    _ = try await server.send("PUT \(path)", body: "xabcx")
    let part = try await server.send("GET \(path)", ["Range: bytes=1-3"])
    #expect(part.status == 206 && part.body == "abc")
    #expect(part.fields["content-range"] == "bytes 1-3/5")
    #expect(part.fields["content-digest"] == Self.abcField)
    #expect(part.fields["repr-digest"] != Self.abcField)
    let changed = ["Range: bytes=1-3", "If-Range: \"other\""]
    #expect(try await server.send("GET \(path)", changed).body == "xabcx")
    let behind = try await server.send("GET \(path)", ["Range: bytes=5-"])
    #expect(behind.status == 416 && behind.fields["content-range"] == "bytes */5")
  }

  @Test(arguments: [
    ("If-Match: \"other\"", 412, "version"), ("If-None-Match: *", 412, "version"),
    ("Content-Digest: sha-256=:AAAA:", 400, "bad-digest"),
    ("Content-Digest: sha-256=:\(Data(count: 32).base64EncodedString()):", 400, "digest"),
    ("Repr-Digest: sha-256=:\(Data(count: 32).base64EncodedString()):", 400, "digest"),
    ("Content-Type: nonsense", 415, "media-type"), ("Upload-Complete: soon", 400, "bad-upload"),
  ])
  func `An upload that contradicts its fields is refused and leaves the file as it was`(
    field: String,
    status: Int,
    code: String
  ) async throws {
    let server = try await ResourceServer()
    let path = "/v1/shops/\(try shop(server))/photo"
    #expect(try await server.send("PUT \(path)", body: "old").status == 201)
    let reply = try await server.send("PUT \(path)", [field], body: "new")
    #expect(reply.status == status && reply.json["code"]?.string == code)
    #expect(try await server.send("GET \(path)").body == "old")
    let right = ["Content-Digest: \(Self.abcField)", "Repr-Digest: \(Self.abcField)"]
    #expect(try await server.send("PUT \(path)", right, body: "abc").status == 200)
  }

  @Test func `A file above the limit is refused, announced or not`() async throws {
    var limits = RecordFiles.Limits()
    limits.fileBytes = 5
    let server = try await ResourceServer(limits)
    let path = "/v1/shops/\(try shop(server))/photo"
    #expect(try await server.send("PUT \(path)", body: "123456").status == 413)
    let chunked = ["Transfer-Encoding: chunked"]
    let text = ResourceServer.request("PUT \(path)", chunked + ["Connection: close"])
    let socket = try server.connect()
    let reply = try await onThread {
      try socket.send(text + "6\r\n123456\r\n0\r\n\r\n")
      return try ResourceServer.read(socket.receiveAll())
    }
    #expect(reply.status == 413 && reply.json["code"]?.string == "too-large")
    #expect(try await server.send("PUT \(path)", body: "12345").status == 201)
    #expect(try FileManager.default.contentsOfDirectory(atPath: server.folder + "/uploads") == [])
  }

  @Test func `An upload resumes at the byte where its connection broke`() async throws {
    let server = try await ResourceServer()
    let path = "/v1/shops/\(try shop(server))/photo"
    let head =
      "PUT \(path) HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n"
      + "Upload-Complete: ?1\r\nUpload-Draft-Interop-Version: 6\r\n\r\n"
    let socket = try server.connect()
    let interim = try await onThread {
      try socket.send(head)
      let interim = try socket.receive(through: "\r\n\r\n")
      try socket.send("abc")
      return interim
    }
    #expect(interim.hasPrefix("HTTP/1.1 104"))
    let lines = interim.components(separatedBy: "\r\n")
    let location = lines.first { $0.hasPrefix("location: ") }?.dropFirst(10) ?? ""
    socket.close()
    let kept = "\(server.folder)/uploads/\(location.suffix(32))"
    try await waitUntil("the server keeps what it had when the connection broke") {
      FileManager.default.contents(atPath: kept)?.count == 3
    }
    let status = try await server.send("HEAD \(location)")
    #expect(status.status == 204 && status.fields["upload-complete"] == "?0")
    #expect(status.fields["upload-length"] == "6")
    let type = "Content-Type: application/partial-upload"
    let wrong = try await server.send(
      "PATCH \(location)",
      [type, "Upload-Offset: 2", "Upload-Complete: ?1"],
      body: "cdef"
    )
    #expect(wrong.status == 409 && wrong.json["expected-offset"] == 3)
    #expect(
      wrong.json["type"]?.string
        == "https://iana.org/assignments/http-problem-types#mismatching-upload-offset"
    )
    let part = try await server.send(
      "PATCH \(location)",
      [type, "Upload-Offset: 3", "Upload-Complete: ?0"],
      body: "de"
    )
    #expect(part.status == 204 && part.fields["upload-offset"] == "5")
    #expect(try await server.send("GET \(path)").status == 404)
    let last = try await server.send(
      "PATCH \(location)",
      [type, "Upload-Offset: 5", "Upload-Complete: ?1"],
      body: "f"
    )
    #expect(last.status == 201 && last.fields["upload-complete"] == "?1")
    let get = try await server.send("GET \(path)")
    #expect(get.body == "abcdef" && get.fields["content-type"] == "text/plain")
    #expect(try await server.send("HEAD \(location)").status == 404)
  }

  @Test
  func `An upload that was cancelled, or is of another record, cannot be resumed`() async throws {
    let server = try await ResourceServer()
    let (one, other) = (try shop(server), try shop(server))
    let begun = try await server.send(
      "POST /v1/shops/\(one)/photo",
      ["Upload-Complete: ?0", "Upload-Length: 9"],
      body: "abc"
    )
    #expect(begun.status == 201 && begun.fields["upload-offset"] == "3")
    let location = begun.fields["location"] ?? ""
    let elsewhere = location.replacingOccurrences(of: one, with: other)
    #expect(try await server.send("HEAD \(elsewhere)").status == 404)
    #expect(try await server.send("HEAD \(location)").status == 204)
    let short = try await server.send(
      "PATCH \(location)",
      [
        "Content-Type: application/partial-upload", "Upload-Offset: 3", "Upload-Complete: ?1",
      ],
      body: "def"
    )
    #expect(short.status == 400 && short.json["code"]?.string == "bad-upload")
    #expect(try await server.send("DELETE \(location)").status == 204)
    #expect(try await server.send("HEAD \(location)").status == 404)
  }

  @Test
  func `A file goes with the last record that could be restored; equal files are stored once`()
    async throws
  {
    let server = try await ResourceServer()
    let shops = [try shop(server), try shop(server)]
    for shop in shops { _ = try await server.send("PUT /v1/shops/\(shop)/photo", body: "abc") }
    #expect(try stored(server) == [Self.abc])
    server.under.set(Self.now)
    for shop in shops { #expect(try await server.send("DELETE /v1/shops/\(shop)").status == 204) }
    server.under.advance(bySeconds: 86_400)
    server.under.forgetOld()
    #expect(try stored(server) == [Self.abc])
    server.under.advance(bySeconds: 30 * 86_400)
    server.under.forgetOld()
    #expect(try stored(server) == [])
  }

  @Test func `Unfinished uploads are removed after a day, and one beyond their limit gets 503`()
    async throws
  {
    var limits = RecordFiles.Limits()
    limits.uploads = 1
    let server = try await ResourceServer(limits)
    server.under.set(Self.now)
    let path = "/v1/shops/\(try shop(server))/photo"
    let first = try await server.send("PUT \(path)", ["Upload-Complete: ?0"], body: "abc")
    #expect(first.status == 201)
    let second = try await server.send("PUT \(path)", ["Upload-Complete: ?0"], body: "abc")
    #expect(second.status == 503 && second.json["code"]?.string == "too-many-uploads")
    server.under.forgetOld()
    let location = first.fields["location"] ?? ""
    #expect(try await server.send("HEAD \(location)").status == 204)
    server.under.advance(bySeconds: 86_500)
    server.under.forgetOld()
    #expect(try await server.send("HEAD \(location)").status == 404)
    #expect(try await server.send("PUT \(path)", body: "abc").status == 201)
  }

  @Test
  func `Erasing a user removes the user's files at once, but not those that other records have`()
    async throws
  {
    let server = try await ResourceServer { $0.caller = { _ in Caller(.write) } }
    try server.admitUsers()
    let session = try await server.signUp()
    let token = "Authorization: Bearer \(session["token"]?.string ?? "")"
    let own = try await server.send("POST /v1/shops", [token], body: "{\"name\":\"Own\"}")
    let mine = own.json["uuid"]?.string ?? ""
    let other = try await server.send("POST /v1/shops", body: "{\"name\":\"Other\"}")
    let theirs = other.json["uuid"]?.string ?? ""
    for (shop, body) in [(mine, "abc"), (theirs, "abc"), (mine, "mine alone")] {
      let put = try await server.send("PUT /v1/shops/\(shop)/photo", [token], body: body)
      #expect(put.status == 201 || put.status == 200)
    }
    #expect(try stored(server).count == 2)
    let erased = try await server.send(
      "POST /v1/users/me:erase",
      [token],
      body: "{\"password\":\"ann's password\"}"
    )
    #expect(erased.status == 200)
    #expect(try stored(server) == [Self.abc])
    #expect(try await server.send("GET /v1/shops/\(theirs)/photo").body == "abc")
  }

  @Test func `Every described method of a file is answered, and any other method gets 405`()
    async throws
  {
    let server = try await ResourceServer()
    let path = "/v1/shops/\(try shop(server))/photo"
    let described = try server.under.send(.get, "/v1/_openapi.json").json
    let methods = described["paths"]?["/v1/shops/{id}/photo"]?.dictionary?.members.map(\.key)
    #expect(methods?.sorted() == ["delete", "get", "put"])
    for (method, status) in [("PUT", 201), ("GET", 200), ("OPTIONS", 204), ("DELETE", 204)] {
      #expect(try await server.send("\(method) \(path)").status == status, "\(method)")
    }
    #expect(try await server.send("PATCH \(path)").status == 405)
  }

  @Test func `A record cannot get another record's file by writing its digest`() async throws {
    let server = try await ResourceServer()
    let (one, other) = (try shop(server), try shop(server))
    let put = try await server.send("PUT /v1/shops/\(one)/photo", body: "abc")
    let value = try #require(put.json["photo"])
    let reply = try server.under.send(.patch, "/v1/shops/\(other)", [:], ["photo": value])
    #expect(reply.status == 422)
    #expect(try server.under.send(.patch, "/v1/shops/\(one)", [:], ["photo": value]).status == 200)
    #expect(try await server.send("GET /v1/shops/\(one)/photo").status == 200)
    #expect(try await server.send("GET /v1/shops/\(other)/photo").status == 404)
  }
}
