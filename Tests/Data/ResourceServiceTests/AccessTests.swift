// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Sites
import Testing

/// Notes of Ann: one that everybody may read in part, one of her own, and one that was granted to Carl.
private struct Notes {
  static let types: DataValue = [
    [
      "name": "books", "prefix": "b", "attributes": ["note": ["type": "reference", "to": "notes"]],
    ],
    [
      "name": "notes", "prefix": "n",
      "attributes": [
        "name": ["type": "text"], "secret": ["type": "text", "searched": true],
        "open": ["type": "boolean"], "next": ["type": "reference", "to": "notes"],
      ],
      "rules": [
        ["role": "anyone", "may": ["fetch"], "where": "open = true", "fields": ["name", "open"]],
        [
          "role": "member", "may": ["fetch", "insert", "update", "delete"],
          "where": "_owner = @me.uuid",
        ],
        ["role": "member", "may": ["fetch", "update"], "where": "granted(\"edit\")"],
        ["role": "editor", "may": ["fetch", "update"], "fields": ["name", "open"]],
      ],
    ],
  ]
  static let ids = ["nobody": nil, "ann": "q", "bob": "r", "carl": "s", "editor": "t"]

  let service: ServiceUnderTest
  let open: String
  let own: String
  let granted: String

  init(_ change: (inout ResourceService.Settings) -> Void = { _ in }) throws {
    service = try ServiceUnderTest { settings in
      settings.caller = { fields in
        guard let name = fields["x-as"] else { return Caller(.administer, isTrusted: true) }
        var caller = Caller(.nothing)
        if let user = Notes.user(name) { caller.principal = Principal(user) }
        if name == "editor" { caller.principal?.roles = ["editor"] }
        return caller
      }
      change(&settings)
    }
    _ = try service.send(.post, "/v1/_schema:import?loss=true", [:], Notes.types)
    let created = service
    func create(_ body: DataValue) throws -> String {
      try created.send(.post, "/v1/notes", ["x-as": "ann"], body).json["uuid"]?.string ?? ""
    }
    open = try create(["name": "Open", "open": true, "secret": "sesame"])
    own = try create(["name": "Own", "secret": "sesame"])
    granted = try create(["name": "Granted", "secret": "sesame"])
    let grants: DataValue = [
      "data": [["to": .text(Notes.user("carl")?.text ?? ""), "may": "edit"]]
    ]
    _ = try service.send(.put, "/v1/notes/\(granted)/_grants", [:], grants)
  }

  static func user(_ name: String) -> ResourceID? {
    ids[name]?.flatMap { ResourceID("u-01h455vb4pex5vsknk084sn02\($0)") }
  }

  func send(
    _ name: String,
    _ method: HTTPValues.Method,
    _ target: String,
    _ body: DataValue? = nil,
    ifMatch tag: String? = nil
  ) throws -> Reply {
    var fields = Fields()
    if name != "operator" { fields.append("x-as", name) }
    if let tag { fields.append("if-match", tag) }
    return try service.send(method, target, fields, body)
  }
}

@Suite struct `Access to records over HTTP` {
  /// Each operation on the open, the own and the granted note, and its status for each asker.
  private static let matrix: [(String, HTTPValues.Method, String, DataValue?, [String: [Int]])] = [
    (
      "get", .get, "", nil,
      [
        "nobody": [200, 404, 404], "ann": [200, 200, 200], "bob": [200, 404, 404],
        "carl": [200, 404, 200], "editor": [200, 200, 200], "operator": [200, 200, 200],
      ]
    ),
    (
      "related", .get, "/next", nil,
      [
        "nobody": [200, 404, 404], "ann": [200, 200, 200], "bob": [200, 404, 404],
        "carl": [200, 404, 200], "editor": [200, 200, 200], "operator": [200, 200, 200],
      ]
    ),
    (
      "patch", .patch, "", ["name": "New"],
      [
        "nobody": [401, 401, 401], "ann": [200, 200, 200], "bob": [403, 404, 404],
        "carl": [403, 404, 200], "editor": [200, 200, 200], "operator": [200, 200, 200],
      ]
    ),
    (
      "patch of a hidden attribute", .patch, "", ["secret": "x"],
      [
        "nobody": [401, 401, 401], "ann": [200, 200, 200], "bob": [403, 404, 404],
        "carl": [403, 404, 200], "editor": [403, 403, 403], "operator": [200, 200, 200],
      ]
    ),
    (
      "put", .put, "", ["name": "New"],
      [
        "nobody": [401, 401, 401], "ann": [200, 200, 200], "bob": [403, 404, 404],
        "carl": [403, 404, 200], "editor": [200, 200, 200], "operator": [200, 200, 200],
      ]
    ),
    (
      "delete", .delete, "", nil,
      [
        "nobody": [401, 401, 401], "ann": [204, 204, 204], "bob": [403, 404, 404],
        "carl": [403, 404, 403], "editor": [403, 403, 403], "operator": [204, 204, 204],
      ]
    ),
  ]

  @Test(arguments: matrix.indices)
  func `Each request is allowed or refused by the access rules of who asks`(row: Int) throws {
    let (name, method, rest, body, expected) = Self.matrix[row]
    for (asker, statuses) in expected.sorted(by: { $0.key < $1.key }) {
      let notes = try Notes()
      let seen = try [notes.open, notes.own, notes.granted].map { id in
        try notes.send(asker, method, "/v1/notes/\(id)\(rest)", body).status
      }
      #expect(seen == statuses, "\(name) by \(asker)")
    }
  }

  @Test(arguments: [
    ("nobody", ["Open"], false), ("ann", ["Open", "Own", "Granted"], true),
    ("bob", ["Open"], false),
    ("carl", ["Open", "Granted"], false), ("editor", ["Open", "Own", "Granted"], false),
    ("operator", ["Open", "Own", "Granted"], true),
  ])
  func `Lists, queries, changes and inclusions show only what the access rules allow`(
    asker: String,
    names: [String],
    seesSecret: Bool
  ) throws {
    let notes = try Notes()
    let list = try notes.send(asker, .get, "/v1/notes")
    #expect(list.names == names && list.json["total"] == .integer(Int64(names.count)))
    #expect(try notes.send(asker, .post, "/v1/notes:query", [:]).names == names)
    let secrets = list.json["data"]?.elements?.map { $0["secret"] != nil } ?? []
    #expect(secrets.contains(true) == (seesSecret || asker == "carl"))
    #expect(secrets.first == seesSecret)
    let changes = try notes.send(asker, .get, "/v1/changes").json["data"]?.elements ?? []
    #expect(changes.count == 3)
    #expect(changes.filter { $0["_deleted"] == nil }.map { $0["name"]?.string ?? "" } == names)
    let gone = changes.filter { $0["_deleted"] != nil }
    #expect(gone.allSatisfy { $0["name"] == nil && $0["_owner"] == nil })
    let next: DataValue = ["next": .text(notes.own)]
    _ = try notes.send("operator", .patch, "/v1/notes/\(notes.open)", next)
    let including = try notes.send(asker, .get, "/v1/notes?include=next&filter=open%20=%20true")
    let isIncluded = including.json["included"]?.elements?.count == 1
    #expect(isIncluded == seesSecret, "\(asker)")
  }

  @Test func `A filter of writes finds records that its sender may see and change`() throws {
    for (asker, method, count) in [
      ("ann", HTTPValues.Method.patch, 3), ("ann", .delete, 3), ("bob", .patch, 0),
      ("bob", .delete, 0), ("carl", .patch, 1), ("carl", .delete, 0), ("operator", .delete, 3),
    ] {
      let notes = try Notes()
      let target = "/v1/notes?filter=_version%3E0"
      let reply = try notes.send(asker, method, target, method == .patch ? ["name": "New"] : nil)
      let changed = reply.json["data"]?.elements?.count
      #expect(reply.status == 200 && changed == count, "\(asker) \(method): \(reply.json)")
      let hidden = try notes.send(asker, method, "/v1/notes?filter=secret%3Dsesame", [:])
      #expect(hidden.status == (asker == "operator" ? 200 : 400), "\(asker) \(method)")
    }
    let nobody = try Notes().send("nobody", .delete, "/v1/notes?filter=_version%3E0")
    #expect(nobody.status == 401)
  }

  @Test func `Figures are those of records and attributes that a request may see`() throws {
    let notes = try Notes()
    for (asker, count) in [("nobody", 1), ("ann", 3), ("bob", 1), ("carl", 2), ("operator", 3)] {
      let reply = try notes.send(asker, .get, "/v1/notes:aggregate")
      #expect(reply.json["data"] == [["_count": .integer(Int64(count))]], "\(asker)")
      let hidden = try notes.send(asker, .get, "/v1/notes:aggregate?by=secret")
      #expect(hidden.status == (asker == "operator" ? 200 : 400), "\(asker)")
    }
  }

  @Test func `A hidden attribute cannot be found out by a filter, an order or a search`() throws {
    let notes = try Notes()
    for asker in ["nobody", "bob", "editor", "ann"] {
      for query in ["filter=secret:ses", "order=secret", "filter=search(sesame)"] {
        let reply = try notes.send(asker, .get, "/v1/notes?\(query)")
        #expect((400...422).contains(reply.status), "\(asker): \(query)")
      }
      let body: DataValue = [
        "where": [["key": "secret", "qualifier": "EQUALS", "value": "sesame"]]
      ]
      #expect(try notes.send(asker, .query, "/v1/notes", body).status == 422)
    }
    #expect(try notes.send("operator", .get, "/v1/notes?filter=secret:ses").names.count == 3)
  }

  @Test func `A hidden record is answered exactly like one that does not exist`() throws {
    let notes = try Notes()
    // Made years ago: ids that are made at one time are neighbours.
    let missing = notes.own.prefix { $0 != "-" } + "-01h455vb4pex5vsknk084sn02q"
    for (method, tag, body) in [
      (.get, nil, nil), (.patch, nil, ["name": "x"]), (.patch, "*", ["name": "x"]),
      (.delete, nil, nil), (.delete, "\"1\"", nil),
    ] as [(HTTPValues.Method, String?, DataValue?)] {
      let hidden = try notes.send("bob", method, "/v1/notes/\(notes.own)", body, ifMatch: tag)
      let none = try notes.send("bob", method, "/v1/notes/\(missing)", body, ifMatch: tag)
      let status = tag == nil ? 404 : 412
      #expect(hidden.status == status && none.status == status)
      let words = String(decoding: hidden.body, as: UTF8.self)
      let others = String(decoding: none.body, as: UTF8.self)
      #expect(words.split(separator: notes.own) == others.split(separator: missing))
    }
    let pages = try notes.send("ann", .get, "/v1/notes?limit=1").json["next"]?.string ?? ""
    #expect(try notes.send("ann", .get, "/v1/notes?limit=1&page=\(pages)").status == 200)
    #expect(try notes.send("bob", .get, "/v1/notes?limit=1&page=\(pages)").status == 400)
  }

  @Test func `The access rules apply to every operation of a batch`() throws {
    let notes = try Notes()
    let body: DataValue = [
      "ops": [
        ["op": "create", "type": "notes", "body": ["name": "Bob's"]],
        ["op": "update", "id": .text(notes.own), "body": ["name": "x"]],
        ["op": "delete", "id": .text(notes.open)],
      ]
    ]
    let reply = try notes.send("bob", .post, "/v1:batch", body)
    let results = reply.json["data"]?.elements ?? []
    #expect(results.map { $0["status"] } == [201, 404, 403])
    #expect(results.first?["resource"]?["_owner"]?.string == Notes.user("bob")?.text)
    #expect(try notes.send("nobody", .post, "/v1:batch", body).status == 401)
    let books: DataValue = ["ops": [["op": "create", "type": "books", "body": [:]]]]
    #expect(try notes.send("bob", .post, "/v1:batch", books).status == 403)
    #expect(try notes.send("nobody", .post, "/v1:batch", ["ops": []]).status == 401)
  }

  @Test func `Answers are public only for requests without credentials`() throws {
    let notes = try Notes { $0.ttl = 60 }
    for target in ["/v1/notes", "/v1/notes/\(notes.open)"] {
      let open = try notes.send("nobody", .get, target)
      #expect(open.fields["cache-control"]?.hasPrefix("public, max-age=") == true)
      #expect(open.fields["vary"]?.contains("authorization") == true)
      #expect(open.json["_expire"] != nil)
      for asker in ["ann", "editor", "operator"] {
        let reply = try notes.send(asker, .get, target)
        #expect(reply.fields["cache-control"] == "private, no-cache", "\(asker)")
        // An instant in the body would let an app use what caches must ask for again.
        #expect(reply.json["_expire"] == nil, "\(asker)")
      }
    }
    #expect(try notes.send("bob", .get, "/v1/books").status == 403)
    #expect(try notes.send("nobody", .get, "/v1/books").status == 401)
  }

  @Test func `An idempotent replay is given to its own user only`() throws {
    let notes = try Notes()
    func send(_ name: String) throws -> Reply {
      let fields: Fields = ["x-as": name == "ann" ? "ann" : "bob", "idempotency-key": "k"]
      return try notes.service.send(.post, "/v1/notes", fields, ["name": "N"])
    }
    let first = try send("ann")
    #expect(try send("ann").body == first.body)
    #expect(try send("bob").json["uuid"] != first.json["uuid"])
  }

  @Test func `The explanation of an access decision tells the rule and the values`() throws {
    let notes = try Notes()
    let bob = Notes.user("bob")?.text ?? ""
    // Nobody has signed up in this test, so the explanation is that of nobody in particular.
    let target = "/v1/_access?may=update&record=\(notes.own)"
    let reply = try notes.send("operator", .get, target)
    #expect(reply.json["allowed"] == .bool(false) && reply.json["decidedBy"] == "rules")
    let rules = reply.json["rules"]?.elements ?? []
    #expect(rules.map { $0["role"] } == ["anyone", "member", "member", "editor"])
    #expect(rules[1]["hasRole"] == .bool(false) && rules[1]["isForThis"] == .bool(true))
    #expect(rules[1]["where"] == "_owner = @me.uuid")
    #expect(rules[1]["whereWithValues"] == "no record")
    #expect(rules[1]["record"]?["_owner"]?.string == Notes.user("ann")?.text)
    let fetch = try notes.send("operator", .get, "/v1/_access?may=fetch&record=\(notes.open)")
    #expect(fetch.json["allowed"] == .bool(true))
    #expect(try notes.send("operator", .get, "/v1/_access?may=fetch&type=books").status == 200)
    for (target, status) in [
      ("may=look&type=notes", 400), ("may=fetch&type=nots", 404),
      ("may=fetch&record=\(bob)", 404), ("may=fetch&type=notes&user=\(bob)", 404),
    ] {
      #expect(try notes.send("operator", .get, "/v1/_access?\(target)").status == status)
    }
    #expect(try notes.send("ann", .get, target).status == 403)
  }

  @Test func `A rule about a user is explained without it where there is none`() throws {
    let service = try ServiceUnderTest()
    let condition = "_owner = @me.uuid"
    let rules = ["\(condition) OR open = true", "\(condition) AND open = true"].map { text in
      DataValue.members([("role", "anyone"), ("may", ["fetch"]), ("where", .text(text))])
    }
    let declared = try service.send(
      .put,
      "/v1/_schema/things",
      [:],
      ["prefix": "th", "attributes": ["open": ["type": "boolean"]], "rules": .list(rules)]
    )
    #expect(declared.status == 200, "\(declared.json)")
    let reply = try service.send(.get, "/v1/_access?may=fetch&type=things")
    let sentences = (reply.json["rules"]?.elements ?? []).map { $0["whereWithValues"]?.string }
    #expect(sentences == ["open = true", "no record"])
  }

  @Test func `Grants on a record are given by its owner and listed to who may see them`() throws {
    let notes = try Notes()
    let target = "/v1/notes/\(notes.granted)/_grants"
    let carl = Notes.user("carl")?.text ?? ""
    let list = try notes.send("operator", .get, target).json["data"]?.elements
    #expect(list == [["to": .text(carl), "may": "edit"]])
    #expect(try notes.send("bob", .get, target).status == 404)
    #expect(try notes.send("carl", .put, target, ["data": []]).status == 403)
    #expect(try notes.send("ann", .get, target).status == 200)
    #expect(try notes.send("operator", .put, target, ["data": [["to": "x"]]]).status == 422)
    #expect(try notes.send("ann", .put, target, ["data": []]).status == 200)
    #expect(try notes.send("carl", .get, "/v1/notes/\(notes.granted)").status == 404)
  }
}
