// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentResolution
import Editions
import Sites

/// The edition of a rollout as one loop serves it, beside the published site.
///
/// The config URL draws who gets it, by the installation. Its links name the rollout in their sealed
/// token, so that every other URL leads to one edition alone, whoever asks. A token of a rollout that is
/// over has a word that means nothing any more, and gets the published edition.
struct ServedCandidate {
  let site: ServedSite
  /// Holds the answers of its documents, which have the same numbers as others of the published site.
  let lookup: LookupStep
  private let candidate: Candidate

  init(_ candidate: Candidate, _ site: ServedSite, _ lookup: LookupStep) {
    self.candidate = candidate
    self.site = site
    self.lookup = lookup
  }

  /// Whether the first segment of a path is a token of the rollout, with a valid seal.
  func isNamed(by path: borrowing Span<UInt8>) -> Bool {
    guard path.count > 1 else { return false }
    let rest = path.extracting(1...)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return false }
    let segment = rest.extracting(first: slash)
    return candidate.word.isPart(of: segment) && site.tokens.token(segment)?.isSealed == true
  }

  /// Whether a request for the config URL of the published site is from one of the installations that
  /// get the edition.
  func admits(_ asked: ContentRequest, of published: ServedSite) -> Bool {
    !published.isCandidate && asked.target.token == nil
      && asked.target.path == published.edition.site.config
      && candidate.admits(asked.visitor.installation)
  }
}
