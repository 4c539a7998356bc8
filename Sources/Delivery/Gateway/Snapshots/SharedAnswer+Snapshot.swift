// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentCoding
import ContentModel
import Edges
import HTTPValues

extension SharedAnswer: SnapshotPayload {
  package func write(to bytes: inout [UInt8]) {
    let (form, freshness, members) = (form, kind.members.freshness, kind.members)
    bytes.append(texts: [path, parameters, query])
    bytes.append(texts: captured)
    bytes.append(texts: members.location.map { [$0] } ?? [])
    members.facts.write(to: &bytes)
    commonFields.write(to: &bytes)
    bytes.append(counted: Array("\(form.coding.name)".utf8))
    bytes.append(counted: form.body)
    bytes.append(integer: UInt8(hasPathTag ? 1 : 0))
    bytes.append(texts: otherTags.tags.map(\.description))
    bytes.append(integer: modified.seconds)
    bytes.append(integer: expire.seconds)
    bytes.append(integer: freshness.whole.change.seconds)
    bytes.append(integer: freshness.privacy.rawValue)
    bytes.append(integer: Int64(freshness.staleWhileRevalidate))
    bytes.append(integer: Int64(freshness.staleIfError))
    bytes.append(integer: UInt8(freshness.isDegraded ? 1 : 0))
  }

  /// `nil` for bytes that are not exactly one answer.
  convenience init?(written bytes: [UInt8], sharing kinds: inout Kinds) {
    var reader = SnapshotScanner(bytes[...])
    guard let names = reader.texts(), names.count == 3, let captured = reader.texts(),
      let location = reader.texts(), let facts = Facts(from: &reader),
      let fields = Fields(from: &reader), let coding = reader.text().flatMap({ Coding($0) }),
      let body = reader.bytes(), let pathTags = reader.integer(UInt8.self),
      let tags = reader.texts(), let freshness = AnswerFreshness(from: &reader), reader.isAtEnd
    else { return nil }
    let isUsual = names[1].isEmpty
    let members = Kind.Members(
      facts: facts,
      location: location.first,
      query: isUsual ? names[2] : "",
      freshness: freshness.ofKind
    )
    self.init(
      kinds.shared(members, fields, EdgeTags(written: tags), isKept: true),
      form: Form(body, in: coding),
      path: names[0],
      special: SharedAnswer.special(
        parameters: names[1],
        query: isUsual ? nil : names[2],
        captured: captured
      ),
      since: freshness.whole.since,
      until: freshness.expire,
      keeping: .kept(hasPathTag: pathTags == 1)
    )
  }
}

extension SharedAnswer.Facts {
  fileprivate func write(to bytes: inout [UInt8]) {
    bytes.append(texts: [route, audience, language ?? "", form, languageAsked ?? ""])
    bytes.append(texts: experiments)
    bytes.append(integer: Int64(fallbackSteps))
    bytes.append(integer: slow ?? -1)
  }

  fileprivate convenience init?(from reader: inout SnapshotScanner) {
    guard let texts = reader.texts(), texts.count == 5, let experiments = reader.texts(),
      let steps = reader.integer(Int64.self), let slow = reader.integer(Int64.self)
    else { return nil }
    self.init(
      route: texts[0],
      audience: texts[1],
      language: texts[2].isEmpty ? nil : texts[2],
      form: texts[3],
      asked: texts[4].isEmpty ? nil : (texts[4], Int(clamping: steps)),
      experiments: experiments,
      slow: slow < 0 ? nil : slow
    )
  }
}

extension AnswerFreshness {
  fileprivate init?(from reader: inout SnapshotScanner) {
    guard let since = reader.integer(Int64.self), let expire = reader.integer(Int64.self),
      let change = reader.integer(Int64.self),
      let privacy = reader.integer(UInt8.self).flatMap({ Privacy(rawValue: $0) }),
      let revalidate = reader.integer(Int64.self), let error = reader.integer(Int64.self),
      let flags = reader.integer(UInt8.self)
    else { return nil }
    let whole = Freshness(
      since: UnixTime(seconds: since),
      expire: UnixTime(seconds: expire),
      change: UnixTime(seconds: change),
      privacy: privacy
    )
    self.init(whole, now: UnixTime(seconds: since))
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
