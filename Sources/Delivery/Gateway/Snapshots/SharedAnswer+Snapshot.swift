// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentCoding
import ContentModel
import Edges
import HTTPValues

extension SharedAnswer: SnapshotPayload {
  package func write(to bytes: inout [UInt8]) {
    let form = form
    bytes.append(integer: status.code)
    fields.write(to: &bytes)
    bytes.append(counted: Array("\(form.coding.name)".utf8))
    bytes.append(counted: form.body)
    facts.write(to: &bytes)
    bytes.append(texts: tags.tags.map(\.description))
    bytes.append(integer: freshness.whole.since.seconds)
    bytes.append(integer: freshness.whole.expire.seconds)
    bytes.append(integer: freshness.whole.change.seconds)
    bytes.append(integer: freshness.privacy.rawValue)
    bytes.append(integer: freshness.now.seconds)
    bytes.append(integer: Int64(freshness.staleWhileRevalidate))
    bytes.append(integer: Int64(freshness.staleIfError))
    bytes.append(integer: UInt8(freshness.isDegraded ? 1 : 0))
  }

  /// `nil` for bytes that are not exactly one answer.
  convenience init?(written bytes: [UInt8]) {
    var reader = SnapshotScanner(bytes[...])
    guard let code = reader.integer(UInt16.self), let status = Status(Int(code)),
      let fields = Fields(from: &reader), let coding = reader.text().flatMap({ Coding($0) }),
      let body = reader.bytes(), let facts = AnswerFacts(from: &reader), let tags = reader.texts(),
      let freshness = AnswerFreshness(from: &reader), reader.isAtEnd
    else { return nil }
    self.init(
      status,
      fields: fields,
      form: AnswerForm(body, in: coding),
      facts: facts,
      tags: EdgeTags(written: tags),
      freshness: freshness
    )
  }
}

extension AnswerFacts {
  fileprivate func write(to bytes: inout [UInt8]) {
    bytes.append(texts: [document, route, audience, language ?? "", key, languageAsked ?? ""])
    bytes.append(texts: experiments)
    bytes.append(texts: captured)
    bytes.append(integer: Int64(fallbackSteps))
    bytes.append(integer: slow ?? -1)
  }

  fileprivate init?(from reader: inout SnapshotScanner) {
    guard let texts = reader.texts(), texts.count == 6, let experiments = reader.texts(),
      let captured = reader.texts(), let steps = reader.integer(Int64.self),
      let slow = reader.integer(Int64.self)
    else { return nil }
    self.init(
      document: texts[0],
      route: texts[1],
      audience: texts[2],
      language: texts[3].isEmpty ? nil : texts[3],
      key: texts[4]
    )
    languageAsked = texts[5].isEmpty ? nil : texts[5]
    self.experiments = experiments
    self.captured = captured
    fallbackSteps = Int(clamping: steps)
    self.slow = slow < 0 ? nil : slow
  }
}

extension AnswerFreshness {
  fileprivate init?(from reader: inout SnapshotScanner) {
    guard let since = reader.integer(Int64.self), let expire = reader.integer(Int64.self),
      let change = reader.integer(Int64.self),
      let privacy = reader.integer(UInt8.self).flatMap({ Privacy(rawValue: $0) }),
      let made = reader.integer(Int64.self), let revalidate = reader.integer(Int64.self),
      let error = reader.integer(Int64.self),
      let flags = reader.integer(UInt8.self)
    else { return nil }
    let whole = Freshness(
      since: UnixTime(seconds: since),
      expire: UnixTime(seconds: expire),
      change: UnixTime(seconds: change),
      privacy: privacy
    )
    self.init(whole, now: UnixTime(seconds: made))
    staleWhileRevalidate = Int(clamping: revalidate)
    staleIfError = Int(clamping: error)
    isDegraded = flags & 1 != 0
  }
}

extension Fields {
  fileprivate func write(to bytes: inout [UInt8]) {
    let view = view
    bytes.append(integer: UInt32(clamping: view.count))
    for index in 0..<view.count {
      bytes.append(counted: view.name(at: index).array)
      bytes.append(counted: view.value(at: index).array)
    }
  }

  fileprivate init?(from reader: inout SnapshotScanner) {
    guard let count = reader.integer(UInt32.self) else { return nil }
    self.init()
    for _ in 0..<count {
      guard let name = reader.text().flatMap({ FieldName($0) }), let value = reader.text() else {
        return nil
      }
      append(name, value)
    }
  }
}
