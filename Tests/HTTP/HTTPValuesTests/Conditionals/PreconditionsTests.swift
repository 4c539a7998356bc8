// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

private let modified: Int64 = 784_111_777
private let atModified = "Sun, 06 Nov 1994 08:49:37 GMT"
private let before = "Sun, 06 Nov 1994 08:49:36 GMT"
private let after = "Sun, 06 Nov 1994 08:49:38 GMT"

/// One request against a representation with the tag `"a"` that was modified at `modified`.
private struct Case: Sendable, CustomTestStringConvertible {
  var method = Method.get
  var fields: [(FieldName, String)] = []
  var tag: String? = "\"a\""
  var lastModified: Int64? = modified
  var exists = true
  var outcome: Preconditions

  var testDescription: String { "\(method.name) \(fields) of \(tag ?? "no tag"): \(outcome)" }

  init(
    _ method: Method,
    _ outcome: Preconditions,
    _ fields: (FieldName, String)...,
    tag: String? = "\"a\"",
    lastModified: Int64? = modified,
    exists: Bool = true
  ) {
    self.method = method
    self.fields = fields
    self.tag = tag
    self.lastModified = lastModified
    self.exists = exists
    self.outcome = outcome
  }
}

@Suite struct `Conditional requests` {
  @Test(arguments: [
    Case(.get, .proceed),
    // If-Match compares strongly.
    Case(.put, .proceed, ("if-match", "\"a\"")),
    Case(.put, .proceed, ("if-match", "\"b\", \"a\"")),
    Case(.put, .proceed, ("if-match", "\"b\""), ("if-match", "\"a\"")),
    Case(.put, .preconditionFailed, ("if-match", "\"b\"")),
    Case(.put, .preconditionFailed, ("if-match", "W/\"a\"")),
    Case(.put, .preconditionFailed, ("if-match", "\"a\""), tag: "W/\"a\""),
    Case(.put, .preconditionFailed, ("if-match", "\"a\""), tag: nil),
    Case(.put, .preconditionFailed, ("if-match", "nonsense")),
    Case(.put, .proceed, ("if-match", "*")),
    Case(.put, .proceed, ("if-match", "*"), tag: nil),
    Case(.put, .preconditionFailed, ("if-match", "*"), exists: false),
    Case(.get, .preconditionFailed, ("if-match", "\"b\"")),
    // If-Unmodified-Since counts only without If-Match.
    Case(.put, .proceed, ("if-unmodified-since", atModified)),
    Case(.put, .proceed, ("if-unmodified-since", after)),
    Case(.put, .preconditionFailed, ("if-unmodified-since", before)),
    Case(.put, .proceed, ("if-unmodified-since", "yesterday")),
    Case(.put, .proceed, ("if-unmodified-since", before), lastModified: nil),
    Case(.put, .proceed, ("if-match", "\"a\""), ("if-unmodified-since", before)),
    Case(.put, .proceed, ("if-unmodified-since", before), ("if-unmodified-since", before)),
    // If-None-Match compares weakly; 304 only for GET and HEAD.
    Case(.get, .notModified, ("if-none-match", "\"a\"")),
    Case(.head, .notModified, ("if-none-match", "\"a\"")),
    Case(.get, .notModified, ("if-none-match", "W/\"a\"")),
    Case(.get, .notModified, ("if-none-match", "\"a\""), tag: "W/\"a\""),
    Case(.get, .notModified, ("if-none-match", "\"b\", W/\"a\"")),
    Case(.get, .notModified, ("if-none-match", "\"b\""), ("if-none-match", "\"a\"")),
    Case(.get, .proceed, ("if-none-match", "\"b\"")),
    Case(.get, .proceed, ("if-none-match", "a")),
    Case(.get, .notModified, ("if-none-match", "*")),
    Case(.get, .proceed, ("if-none-match", "*"), exists: false),
    Case(.put, .preconditionFailed, ("if-none-match", "*")),
    Case(.put, .proceed, ("if-none-match", "*"), exists: false),
    Case(.post, .preconditionFailed, ("if-none-match", "\"a\"")),
    Case(.get, .proceed, ("if-none-match", "\"a\""), tag: nil),
    // If-Modified-Since counts only without If-None-Match, for GET and HEAD.
    Case(.get, .notModified, ("if-modified-since", atModified)),
    Case(.head, .notModified, ("if-modified-since", after)),
    Case(.get, .proceed, ("if-modified-since", before)),
    Case(.post, .proceed, ("if-modified-since", after)),
    Case(.get, .proceed, ("if-modified-since", "0")),
    Case(.get, .proceed, ("if-modified-since", after), lastModified: nil),
    Case(.get, .proceed, ("if-none-match", "\"b\""), ("if-modified-since", after)),
    Case(.get, .proceed, ("if-none-match", "nonsense"), ("if-modified-since", after)),
    Case(.get, .proceed, ("if-modified-since", after), ("if-modified-since", after)),
    // Both halves: the first may fail before the second is asked.
    Case(.get, .notModified, ("if-match", "\"a\""), ("if-none-match", "\"a\"")),
    Case(.get, .preconditionFailed, ("if-match", "\"b\""), ("if-none-match", "\"a\"")),
    Case(.get, .preconditionFailed, ("if-unmodified-since", before), ("if-none-match", "\"a\"")),
  ])
  fileprivate func `Preconditions are evaluated in the order of RFC 9110`(_ each: Case) {
    var fields = Fields()
    for (name, value) in each.fields { fields.append(name, value) }
    let validators = Validators(
      entityTag: each.tag.flatMap(EntityTag.init),
      lastModified: each.lastModified,
      exists: each.exists
    )
    let outcome = Preconditions.evaluate(
      method: each.method,
      fields: fields.view,
      validators: validators,
      now: modified + 1_000
    )
    #expect(outcome == each.outcome)
  }

  @Test(
    arguments: [
      (Method.get, nil, "\"a\"", true), (.head, nil, "\"a\"", false), (.post, nil, "\"a\"", false),
      (.get, "\"a\"", "\"a\"", true), (.get, "\"b\"", "\"a\"", false),
      (.get, "W/\"a\"", "\"a\"", false),
      (.get, "W/\"a\"", "W/\"a\"", false), (.get, "\"a\"", "W/\"a\"", false),
      (.get, "\"a\"", nil, false), (.get, atModified, "\"a\"", true), (.get, after, "\"a\"", false),
      (.get, before, "\"a\"", false), (.get, "nonsense", "\"a\"", false),
      (.get, "", "\"a\"", false),
      (.get, "\"a\", \"b\"", "\"a\"", false), (.get, "*", "\"a\"", false),
    ] as [(Method, String?, String?, Bool)]
  )
  func `A range is honoured only for GET with an If-Range that matches strongly`(
    method: Method,
    ifRange: String?,
    tag: String?,
    isHonoured: Bool
  ) {
    var fields = Fields()
    fields.append("range", "bytes=0-1")
    if let ifRange { fields.append("if-range", ifRange) }
    let validators = Validators(
      entityTag: tag.flatMap(EntityTag.init),
      lastModified: modified,
      date: modified + 60
    )
    let found = Preconditions.honoursRange(
      method: method,
      fields: fields.view,
      validators: validators,
      now: modified + 1_000
    )
    #expect(found == isHonoured)
  }

  @Test
  func `If-Range with a date is honoured only when that is at least a second old`() {
    var fields = Fields()
    fields.append("range", "bytes=0-1")
    fields.append("if-range", atModified)
    for (date, isHonoured) in [(modified + 1, true), (modified, false), (nil, false)] {
      let validators = Validators(lastModified: modified, date: date)
      let found = Preconditions.honoursRange(
        method: .get,
        fields: fields.view,
        validators: validators,
        now: modified + 1_000
      )
      #expect(found == isHonoured)
    }
  }
}
