// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import ContentModel
import ContentResolution
import HTTPValues
import Testing

@testable import Gateway

@Suite struct `The cache key of an answer` {
  private static let key = AnswerKey(
    document: DocumentNumber(rawValue: 0),
    values: [],
    parameters: ["red", ""],
    audience: Audience(),
    isLight: false,
    format: .json,
    codings: .none,
    isCanonical: true,
    variesByFields: false,
    isByAddress: false,
    gate: .open
  )

  private static func codings(_ accepted: String) -> AnswerCodings {
    let fields: Fields = ["accept-encoding": accepted]
    return AnswerCodings(acceptedBy: fields.view)
  }

  private static func bytes(
    _ key: AnswerKey = key,
    path: String = "items/7",
    revision: [UInt8] = [1, 0, 2],
    token: String = "fr"
  ) -> [UInt8] {
    key.bytes(path: path, revision: revision, token: token)
  }

  @Test func `Answers that differ in one member have keys of their own`() {
    let changes: [(inout AnswerKey) -> Void] = [
      { _ in }, { $0.parameters = ["", "red"] }, { $0.parameters = ["red", "fields"] },
      { $0.preview = UnixTime(seconds: 5) }, { $0.preview = UnixTime(seconds: 6) },
      { $0.isLight = true }, { $0.fields = [] }, { $0.fields = ["a"] }, { $0.fields = ["a", "b"] },
      { $0.fields = ["recommended 0"] }, { $0.fields = ["5"] }, { $0.format = .xmlPropertyList },
      { $0.codings = Self.codings("gzip") }, { $0.codings = Self.codings("br") },
      { $0.codings = Self.codings("br, gzip") }, { $0.isCanonical = false },
      { $0.variesByFields = true }, { $0.edge = 0 }, { $0.edge = 1 }, { $0.isByAddress = true },
      { $0.gate = .recommended(app: 0) }, { $0.gate = .required(app: 0) },
      { $0.gate = .required(app: 1) },
    ]
    let keys = changes.map { change in
      var key = Self.key
      change(&key)
      return Self.bytes(key)
    }
    let others = [
      Self.bytes(path: "items/8"), Self.bytes(revision: [1, 0, 3]), Self.bytes(token: "en"),
      Self.bytes(token: ""),
    ]
    #expect(Set(keys + others).count == changes.count + others.count)
  }

  @Test func `A key begins with the path, and has no room for more`() {
    for parameters in [[], ["red"], ["red", "a longer one of them"]] {
      for fields in [nil, ["a", "b"]] {
        var key = Self.key
        (key.parameters, key.fields) = (parameters, fields)
        let bytes = Self.bytes(key)
        #expect(bytes.prefix { $0 != 0 } == Array("items/7".utf8)[...])
        // What malloc rounds up to, and what would be left over as too small for another block.
        #expect(bytes.capacity < bytes.count + 32)
      }
    }
  }
}
