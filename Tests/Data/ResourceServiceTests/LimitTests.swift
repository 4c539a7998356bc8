// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import Foundation
import HTTPValues
import LoopTesting
import ResourceModel
import ResourceService
import Sites
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Limits of records` {
  private func server(_ limits: RecordLimits) async throws -> ResourceServer {
    try await ResourceServer { settings in
      settings.limits = limits
      settings.caller = { fields in
        fields["authorization"] == "Bearer site"
          ? Caller(.administer, isTrusted: true) : Caller(.write)
      }
    }
  }

  /// Signs up a user; returns the field with the token of its session.
  private func signUp(_ name: String, _ server: ResourceServer) async throws -> String {
    let account =
      "{\"email\":\"\(name)@example.com\",\"password\":\"long enough\",\"register\":true}"
    let signed = try await server.send("POST /v1/session", body: account)
    return "Authorization: Bearer \(signed.json["token"]?.string ?? "")"
  }

  private func allowSignUp(_ server: ResourceServer) throws {
    try server.under.service.addPeople()
    var people = PeopleSettings()
    people.allowsSignUp = true
    people.scrypt = Scrypt(cost: 16, blockSize: 1, parallelism: 1)
    server.under.service.renew { [people] in $0.people = people }
  }

  private func shop(_ server: ResourceServer, _ fields: String...) async throws -> String {
    let made = try await server.send("POST /v1/shops", fields, body: "{\"name\":\"Shop\"}")
    return "/v1/shops/\(made.json["uuid"]?.string ?? "")/photo"
  }

  private static func form(_ file: String) -> (fields: [String], body: String) {
    let part = "--x\r\ncontent-disposition: form-data; name=\"photo\"; filename=\"p\"\r\n\r\n"
    return (["Content-Type: multipart/form-data; boundary=x"], part + file + "\r\n--x--\r\n")
  }

  @Test func `A file for which all files would have too many bytes gets 507, however it comes`()
    async throws
  {
    var limits = RecordLimits()
    limits.totalFileBytes = 10
    let server = try await server(limits)
    let path = try await shop(server)
    #expect(try await server.send("PUT \(path)", body: "123456").status == 201)
    let whole = try await server.send("PUT \(path)", body: "abcde")
    #expect(whole.status == 507 && whole.json["code"] == "quota")
    #expect(whole.json["used"] == 6 && whole.json["quota"] == 10)
    let chunked = ["Transfer-Encoding: chunked"]
    let text = ResourceServer.request("PUT \(path)", chunked + ["Connection: close"])
    let socket = try server.connect()
    let streamed = try await onThread {
      try socket.send(text + "5\r\nabcde\r\n0\r\n\r\n")
      return try ResourceServer.read(socket.receiveAll())
    }
    #expect(streamed.status == 507)
    let form = Self.form("abcde")
    let formed = try await server.send("POST /v1/shops", form.fields, body: form.body)
    #expect(formed.status == 507 && formed.json["code"] == "quota", "\(formed.body)")
    #expect(server.under.service.fileBytes == 6)
    #expect(try await server.send("GET \(path)").body == "123456")
    #expect(try await server.send("PUT \(path)", body: "abcd").status == 200)
  }

  @Test func `The bytes of all files are those in the folder, whatever becomes of them`()
    async throws
  {
    let server = try await server(RecordLimits())
    func isCounted(_ count: Int64) throws -> Bool {
      try server.under.service.fileBytes == count && RecordFiles(in: server.folder).bytes == count
    }
    let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    server.under.set(now)
    let paths = [try await shop(server), try await shop(server)]
    for path in paths { _ = try await server.send("PUT \(path)", body: "abc") }
    #expect(try isCounted(3))
    // A folder of the file system's own, such as lost+found, need not be readable.
    #expect(FileManager.default.createFile(atPath: server.folder + "/lost+found", contents: nil))
    #expect(try isCounted(3))
    let begun = try await server.send("PUT \(paths[0])", ["Upload-Complete: ?0"], body: "abcd")
    #expect(begun.status == 201 && server.under.service.fileBytes == 7)
    let location = begun.fields["location"] ?? ""
    #expect(try await server.send("DELETE \(location)").status == 204)
    #expect(try isCounted(3))
    for path in paths { #expect(try await server.send("DELETE \(path)").status == 204) }
    server.under.advance(bySeconds: 7_300)
    server.under.forgetOld()
    #expect(try isCounted(0))
  }

  @Test func `A user whose files would have too many bytes gets 507, and another user does not`()
    async throws
  {
    var limits = RecordLimits()
    limits.userFileBytes = 5
    let server = try await server(limits)
    try allowSignUp(server)
    let (ann, bob) = (try await signUp("ann", server), try await signUp("bob", server))
    let own = [try await shop(server, ann), try await shop(server, ann)]
    let theirs = try await shop(server, bob)
    let nobodys = try await shop(server)
    #expect(try await server.send("PUT \(own[0])", [ann], body: "abc").status == 201)
    // The bytes count for the owner of the record, whoever sends them.
    for sender in [ann, "Authorization: Bearer site"] {
      let refused = try await server.send("PUT \(own[1])", [sender], body: "abc")
      #expect(refused.status == 507 && refused.json["code"] == "quota")
      #expect(refused.json["used"] == 3 && refused.json["quota"] == 5)
    }
    let form = Self.form("abc")
    let formed = try await server.send("POST /v1/shops", form.fields + [ann], body: form.body)
    #expect(formed.status == 507 && formed.json["code"] == "quota")
    #expect(try await server.send("PUT \(own[0])", [ann], body: "12345").status == 200)
    #expect(try await server.send("PUT \(theirs)", [bob], body: "abc").status == 201)
    #expect(try await server.send("PUT \(nobodys)", body: "123456789").status == 201)
  }

  /// Opens an event stream, or begins a long poll, and waits until it is counted.
  private func wait(
    _ server: ResourceServer,
    _ fields: [String],
    _ head: String = "GET /v1/changes?since=0"
  ) async throws -> PlainSocket {
    let before = server.under.service.feed.readers
    let socket = try server.connect()
    let accept = head.contains("wait") ? [] : ["Accept: text/event-stream"]
    try socket.send(ResourceServer.request(head, fields + accept))
    try await waitUntil("the client waits") { server.under.service.feed.readers == before + 1 }
    return socket
  }

  @Test func `A client beyond the limit of those that wait gets 503 until one of them leaves`()
    async throws
  {
    var limits = RecordLimits()
    limits.streams = 2
    let server = try await server(limits)
    let fields = ["Authorization: Bearer site"]
    let stream = try await wait(server, fields)
    let poll = try await wait(server, fields, "GET /v1/changes?since=0&wait=60s")
    for (head, more) in [
      ("GET /v1/changes?since=0", ["Accept: text/event-stream"]),
      ("GET /v1/changes?since=0&wait=60s", []),
    ] {
      let refused = try await server.send(head, fields + more)
      #expect(refused.status == 503 && refused.json["code"] == "too-many-streams")
      #expect(refused.fields["retry-after"] == "30")
    }
    #expect(try await server.send("GET /v1/changes?since=0", fields).status == 200)
    stream.reset()
    try await waitUntil("the stream has ended") { server.under.service.feed.readers == 1 }
    let next = try await wait(server, fields)
    poll.reset()
    next.reset()
    try await waitUntil("nobody waits") { server.under.service.feed.readers == 0 }
  }

  @Test func `A user or an address beyond its streams gets 429, and others do not`() async throws {
    var limits = RecordLimits()
    limits.visitorStreams = 1
    let server = try await server(limits)
    try allowSignUp(server)
    let ann = try await signUp("ann", server)
    let (here, there) = ("X-Client: 192.0.2.1", "X-Client: 192.0.2.2")
    let first = try await wait(server, [ann, here])
    let accept = "Accept: text/event-stream"
    let refused = try await server.send("GET /v1/changes?since=0", [ann, there, accept])
    #expect(refused.status == 429 && refused.json["code"] == "too-many-streams")
    #expect(refused.fields["retry-after"] == "30")
    let others = [
      try await wait(server, [here]), try await wait(server, [there]),
      try await wait(server, ["Authorization: Bearer site", here]),
      try await wait(server, ["Authorization: Bearer site", here]),
    ]
    #expect(try await server.send("GET /v1/changes?since=0", [here, accept]).status == 429)
    first.reset()
    try await waitUntil("the stream has ended") { server.under.service.feed.readers == 4 }
    _ = try await wait(server, [ann, there])
    #expect(others.count == 4)
  }

  @Test func `An app beyond its streams gets 429, and clients without its key do not`() async throws
  {
    var limits = RecordLimits()
    limits.appStreams = 1
    let server = try await server(limits)
    try allowSignUp(server)
    let site = "Authorization: Bearer site"
    var keys: [String] = []
    for name in ["shop", "stock"] {
      let app = try await server.send("POST /v1/apps", [site], body: "{\"name\":\"\(name)\"}")
      let id = app.json["uuid"]?.string ?? ""
      let key = try await server.send("POST /v1/apps/\(id):key", [site])
      keys.append("X-App-Key: \(key.json["key"]?.string ?? "")")
    }
    let first = try await wait(server, [keys[0]])
    let accept = "Accept: text/event-stream"
    let refused = try await server.send("GET /v1/changes?since=0", [keys[0], accept])
    #expect(refused.status == 429 && refused.json["code"] == "too-many-streams")
    #expect(refused.json["detail"]?.string?.contains("of the app") == true)
    let others = [try await wait(server, [keys[1]]), try await wait(server, [])]
    first.reset()
    try await waitUntil("the stream has ended") { server.under.service.feed.readers == 2 }
    _ = try await wait(server, [keys[0]])
    #expect(others.count == 2)
  }
}
