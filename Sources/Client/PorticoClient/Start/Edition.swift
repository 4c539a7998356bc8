// SPDX-License-Identifier: Apache-2.0
//
// An edition of the site is named in the field Edition of its answers, and changes with each save of an editor. An app
// tells apart only what it can see: the config answer, with the links, the token in them, which names a rollout too,
// the languages and the site's own settings. Editions with the same config answer are one edition to an app.

/// An edition of a site's content, as an app tells editions apart: by the content of the config answer.
public struct Edition: Sendable, Hashable {
  /// The place from which a value came.
  public enum Source: String, Sendable {
    /// The first edition, which the app ships with.
    case bundle
    /// An answer that an earlier start of the app showed.
    case disk
    /// An answer that the service sent, or called current, since the start.
    case network
  }

  /// 16 hexadecimal digits, equal for config answers of equal content.
  public let id: String
  /// The place from which the config answer came.
  public let source: Source
}

extension Edition {
  /// Members that change without a new edition: instants, what failed, and what an emergency adds.
  private static let passing = ["_expire", "_retryAfter", "_degraded", "banner", "update"]

  /// Creates the edition that a config answer identifies.
  init(of config: StoredObject, from source: Source) {
    self.init(id: Edition.contentID(of: config), source: source)
  }

  /// Returns the id of the content of a document: of all members that only a new one changes, in any order.
  static func contentID(of document: StoredObject) -> String {
    var members = (try? JSONValue(json: document.json))?.object ?? [:]
    for name in passing { members[name] = nil }
    let digits = String(IDHash.of(JSONValue.object(members).json), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The rule by which an app's first values are chosen at its start, and the first answers behind its links.
public enum StartPolicy: Sendable, Hashable {
  /// The edition of the bundle, at once. Without one as `cached`.
  case bundled
  /// The network; after some time without its answer the disk, or the bundle.
  case wait(upTo: Duration)
  /// The disk, however old; where it is empty the bundle, and where there is none the network. A disk that is slower
  /// than the network is not waited for.
  case cached

  /// The time for which the network is waited for, though there is another value; `nil` for none.
  var bound: Duration? { if case .wait(let bound) = self { bound } else { nil } }
}

/// The edition that an app ships with: answers of its service, each as it was saved.
///
/// ```swift
/// let first = try FirstEdition(config: bytes("config.json"), documents: ["/en/home": bytes("home.json")])
/// let session = try await client.start(.wait(upTo: .seconds(2)), from: first)
/// ```
public struct FirstEdition: Sendable {
  let config: PinnedAnswer
  private let documents: [String: ContiguousArray<UInt8>]

  /// Reads the config answer; a document is read when it is shown.
  ///
  /// - Parameters:
  ///   - config: the body of the config answer.
  ///   - documents: the bodies of documents, by the links that lead to them.
  /// - Throws: ``JSONFault`` where the config answer is no document of JSON.
  public init(
    config: some Collection<UInt8>,
    documents: [String: [UInt8]] = [:]
  ) throws(JSONFault) {
    self.documents = documents.mapValues { ContiguousArray($0) }
    guard let config = try FirstEdition.answer(ContiguousArray(config), of: nil, at: "/config")
    else { throw JSONFault(.endsEarly, at: 0) }
    self.config = config
  }

  /// Returns the document behind a link; `nil` where there is none.
  func document(_ target: String) throws(JSONFault) -> PinnedAnswer? {
    guard let bytes = documents[target] else { return nil }
    return try FirstEdition.answer(bytes, of: config.edition, at: target)
  }

  /// Reads an answer into a store of its own, so that it never takes the place of a newer one.
  private static func answer(
    _ bytes: ContiguousArray<UInt8>,
    of edition: Edition?,
    at target: String
  ) throws(JSONFault) -> PinnedAnswer? {
    let store = ObjectStore()
    var intake = Intake(of: target, task: "bundle", into: store)
    _ = try intake.read(bytes[...])
    let collection = try intake.finish()
    let snapshot = store.snapshot
    guard let document = collection.items.first.flatMap({ snapshot[$0] }) else { return nil }
    return PinnedAnswer(
      document: document,
      snapshot: snapshot,
      source: .bundle,
      edition: edition ?? Edition(of: document, from: .bundle),
      expires: collection.expires
    )
  }
}
