// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The console's editor of types` {
  private let served: ServedRecords

  init() async throws { served = try await ServedRecords() }

  /// Sends the form of a declaration with the fingerprint that the page shows.
  private func change(
    _ declaration: String,
    knowing known: String? = nil,
    confirmed: Bool = false
  ) async throws -> String {
    let shown = try await fingerprint(of: "notes")
    let fields = try await served.form(
      of: "/data/notes",
      [
        "type": "notes", "known": known ?? shown, "declaration": declaration,
        "confirmed": confirmed ? "yes" : "",
      ]
    )
    return try await served.browse("POST /console/change-type", form: fields)
  }

  private func fingerprint(of type: String) async throws -> String {
    let page = try await served.browse("GET /data/\(type)")
    return String(
      try #require(page.firstMatch(of: /name="known" value="([0-9a-f]+)"/), "\(page)").1
    )
  }

  @Test func `A type is changed wholly after a dry run that says what it means for the records`()
    async throws
  {
    _ = try await served.createNote("old")
    let page = try await served.browse("GET /data/notes")
    #expect(
      page.contains("&quot;stars&quot;: { &quot;type&quot;: &quot;integer&quot; }"),
      "\(page)"
    )
    let declaration = """
      {
        name: "notes", prefix: "note", strict: false,
        attributes: { text: { type: "text", required: true, indexed: true } },
        rules: [{ role: "anyone", may: ["fetch"] }],
      }
      """
    let preview = try await change(declaration)
    for part in [
      "Change this type?", "No record contradicts it.", "is not declared any more",
      "the rules change",
      "an index is built", "role: &quot;anyone&quot;",
    ] {
      #expect(preview.contains(part), "\(part): \(preview)")
    }
    #expect(try await served.send("GET /v1/_schema/notes").body.contains("\"stars\""))
    let done = try await change(declaration, confirmed: true)
    #expect(done.contains("location: /data/notes\r\n"), "\(done)")
    #expect(!(try await served.send("GET /v1/_schema/notes")).body.contains("\"stars\""))
    let audited = try await served.command.until("the rules change")
    #expect(audited.contains("audit: declaration "), "\(audited)")
    let same = try await change(declaration)
    #expect(same.contains("notes would stay as it is."), "\(same)")
  }

  @Test func `The preview says how many records a change converts, and that clients read all anew`()
    async throws
  {
    for text in ["a", "b"] { _ = try await served.createNote(text) }
    let sentence = "would get a new form under the same version; clients that sync would read"
    let preview = try await change(
      #"{"name":"notes","prefix":"note","attributes":{"words":{"type":"text","was":["text"]}}}"#
    )
    #expect(preview.contains("2 records \(sentence) everything again."), "\(preview)")
    let looser = try await change(
      #"{"name":"notes","prefix":"note","attributes":{"text":{"type":"text"}}}"#
    )
    #expect(looser.contains("No record contradicts it.") && !looser.contains(sentence), "\(looser)")
  }

  @Test func `A declaration that records contradict is refused, and the preview names them`()
    async throws
  {
    let id = try await served.createNote("old")
    let needed =
      #"{"name":"notes","prefix":"note","attributes":{"size":{"type":"integer","required":true}}}"#
    let preview = try await change(needed)
    #expect(preview.contains("These records contradict the declaration") && preview.contains(id))
    // What would be refused is not offered.
    #expect(!preview.contains("name=\"confirmed\"") && preview.contains("<textarea"), "\(preview)")
    let refused = try await change(needed, confirmed: true)
    #expect(refused.hasPrefix("HTTP/1.1 409 "), "\(refused)")
    let prefix = try await change(#"{"name":"notes","prefix":"n"}"#)
    #expect(
      prefix.hasPrefix("HTTP/1.1 409 ") && prefix.contains("which changes every id"),
      "\(prefix)"
    )
  }

  @Test func `A page of data says how a type is declared, and a form declares one`() async throws {
    let page = try await served.browse("GET /data")
    #expect(page.contains("New type") && page.contains("name: &quot;notes&quot;"), "\(page)")
    let declaration =
      #"{ name: "plants", prefix: "plant", attributes: { name: { type: "text" } } }"#
    func declare(confirmed: Bool) async throws -> String {
      let fields = try await served.form(
        of: "/data",
        ["declaration": declaration, "confirmed": confirmed ? "yes" : ""]
      )
      return try await served.browse("POST /console/change-type", form: fields)
    }
    let preview = try await declare(confirmed: false)
    #expect(preview.contains("plants would be declared."), "\(preview)")
    #expect(try await served.send("GET /v1/_schema/plants").status == "404")
    let done = try await declare(confirmed: true)
    #expect(done.contains("location: /data\r\n"), "\(done)")
    #expect(try await served.send("GET /v1/_schema/plants").status == "200")
  }

  @Test(arguments: [
    ("{\n  \"name\": \"notes\",\n  \"prefix\" \"note\" }", "line 3, column 12"),
    ("{ \"name\": \"notes\",\n \"prefix\": \"note\", \"strickt\": true }", "line 2, column 20"),
    (
      "{ \"name\": \"notes\", \"prefix\": \"note\",\n\"attributes\": { \"a\": { \"type\": \"txt\" } } }",
      "line 2"
    ),
    ("{ \"name\": \"others\", \"prefix\": \"note\" }", "line 1, column 11"),
  ])
  func `A declaration with a mistake is shown again with the line and the column`(
    text: String,
    place: String
  ) async throws {
    let refused = try await change(text)
    #expect(refused.hasPrefix("HTTP/1.1 400 ") && refused.contains(place), "\(refused)")
    #expect(refused.contains("<pre>") && refused.contains("^</pre>"), "\(refused)")
    // The text is there to be corrected.
    #expect(refused.contains("<textarea") && refused.contains("&quot;name&quot;"), "\(refused)")
  }

  @Test func `A declaration that somebody has changed meanwhile is not overwritten`() async throws {
    let known = try await fingerprint(of: "notes")
    let other = #"{"prefix":"note","attributes":{"other":{"type":"text"}}}"#
    #expect(try await served.send("PUT /v1/_schema/notes", other).status == "200")
    let declaration = #"{"name":"notes","prefix":"note"}"#
    let refused = try await change(declaration, knowing: known, confirmed: true)
    #expect(refused.hasPrefix("HTTP/1.1 412 "), "\(refused)")
    #expect(try await served.send("GET /v1/_schema/notes").body.contains("\"other\""))
  }

  @Test func `A type is removed with its records after a preview that counts what is lost`()
    async throws
  {
    for text in ["a", "b"] { _ = try await served.createNote(text) }
    let gone = try await served.createNote("c")
    #expect(try await served.send("DELETE /v1/notes/\(gone)").status == "204")
    let known = try await fingerprint(of: "notes")
    func remove(
      _ type: String,
      knowing known: String,
      confirmed: Bool = false
    ) async throws -> String {
      let fields = try await served.form(
        of: "/data/notes",
        ["type": type, "known": known, "confirmed": confirmed ? "yes" : ""]
      )
      return try await served.browse("POST /console/remove-type", form: fields)
    }
    let preview = try await remove("notes", knowing: known)
    for part in [
      "Remove this type?", "removed for ever with 2 records, 1 deleted record", "Remove for ever",
      "Clients that sync would read everything again.",
    ] {
      #expect(preview.contains(part), "\(part): \(preview)")
    }
    let stale = try await remove("notes", knowing: "0000", confirmed: true)
    #expect(stale.hasPrefix("HTTP/1.1 412 "), "\(stale)")
    #expect(try await served.send("GET /v1/notes?count=exact").body.contains(#""total":2"#))
    let type = #"{"prefix":"reply","attributes":{"note":{"type":"reference","to":"notes"}}}"#
    #expect(try await served.send("PUT /v1/_schema/replies", type).status == "200")
    let referred = try await remove("notes", knowing: known)
    #expect(referred.contains("refers to the type notes"), "\(referred)")
    #expect(try await served.send("DELETE /v1/_schema/replies").status == "200")
    let done = try await remove("notes", knowing: known, confirmed: true)
    #expect(done.contains("location: /data\r\n"), "\(done)")
    #expect(try await served.send("GET /v1/notes").status == "404")
    let audited = try await served.command.until("removed with 2 records, 1 deleted record")
    #expect(audited.contains("audit: declaration "), "\(audited)")
  }
}
