// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

extension PurgeSettings {
  /// The keys of `purge` in a site's file that one kind of edge takes.
  struct Keys: Sendable {
    /// The address of its API, the standard value of `address`; `nil` where there is none.
    var address: String?
    /// The key that names what is purged; `nil` where there is none.
    var subject: Subject?
    var secret = Secret.none
    /// Whether the site writes the requests itself, under `request`.
    var hasTemplates = false
    /// Whether its API is given whole URLs, so that the host of the site must be known.
    var namesWholeURLs = false
  }

  /// A key that names what a CDN purges: a service, a zone, a distribution or a network.
  struct Subject: Sendable {
    let key: String
    let shape: Shape<String>
    /// The value, unless given.
    let standard: String?
    let sentence: String
    let example: String

    init(
      _ key: String,
      _ sentence: String,
      example: String,
      shape: Shape<String> = .text(.identifier),
      standard: String? = nil
    ) {
      self.key = key
      self.shape = shape
      self.standard = standard
      self.sentence = sentence
      self.example = example
    }

    var member: Member<PurgeSettings> {
      Member(key, \.subjects[key], shape, sentence, examples: [.init(.string(example))])
    }
  }

  /// The variables of the environment that `secret` names.
  enum Secret: Sendable {
    /// There is no secret.
    case none
    /// Whatever the templates of the site use.
    case any
    case one
    /// One for each part that is needed, and perhaps for others.
    case parts([String], optional: [String] = [])
  }
}
