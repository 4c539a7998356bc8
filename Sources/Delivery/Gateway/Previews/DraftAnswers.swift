// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues

/// Answers of drafts, which no cache may keep and nobody may find by a search.
enum DraftAnswers {
  private static let own: Fields = [
    "cache-control": "private, no-store", "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
  ]
  /// Parts of the names of fields by which caches keep answers.
  private static let caching = [
    "cache-control", "surrogate-", "cache-tag", "cache-group", "x-accel-expires", "expires",
    "xkey", "purge-tags", "x-robots-tag", "referrer-policy", "last-modified",
  ]

  /// The answer with the fields of drafts.
  ///
  /// - Parameter tag: the entity tag of a config answer; `nil` for others.
  static func answer(_ answer: ReadyAnswer, tag: String?) -> ReadyAnswer {
    switch answer {
    case .response(let response, let body):
      return .response(Response(response.status, fields: fields(response.fields, tag)), body: body)
    case .prepared(let response):
      var fields = Fields()
      for (name, value) in response.shownFields where name != "content-length" {
        if let name = FieldName(name) { fields.append(name, value) }
      }
      return .response(
        Response(response.status, fields: DraftAnswers.fields(fields, tag)),
        body: response.body
      )
    }
  }

  /// The answer to a request for a preview that is over, was revoked or never was.
  static let gone: Refusal = {
    let refusal = ContentProblems.previewEnded
    return Refusal(response: refusal.response.adding(robots), report: refusal.report)
  }()

  private static let robots: Fields = ["x-robots-tag": "noindex", "referrer-policy": "no-referrer"]

  /// The answer that an app has what is shown already.
  static func notModified(_ tag: String) -> ReadyAnswer {
    var fields = own
    fields.append("etag", tag)
    return .response(Response(.notModified, fields: fields), body: [])
  }

  private static func fields(_ given: Fields, _ tag: String?) -> Fields {
    var fields = Fields()
    for index in 0..<given.count {
      let name = given.view.name(at: index).text.lowercased()
      if caching.contains(where: { name.contains($0) }) { continue }
      if tag != nil, name == "etag" { continue }
      if let name = FieldName(name) { fields.append(name, bytes: given.view.value(at: index)) }
    }
    fields.append(contentsOf: own)
    if let tag { fields.append("etag", tag) }
    return fields
  }
}
