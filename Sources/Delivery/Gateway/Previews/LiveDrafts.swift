// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import ContentModel
package import ContentResolution
package import Editions
import Synchronization

/// A draft that a preview shows to whoever has its link, with a publisher and a cache of its own.
package final class LiveDraft: Sendable {
  package let id: DraftID
  package let word: EditionWord
  /// The token of its link.
  package let token: String
  /// The instant at which it ends by itself.
  package let expires: UnixTime
  package let publisher: Publisher
  package let store: AnswerStore

  /// - Parameters:
  ///   - audience: whom it shows the draft for, in the words of tokens; empty for whoever opens it.
  ///   - instant: the instant that it shows; `nil` for now.
  package init(
    _ id: DraftID,
    of publisher: Publisher,
    audience: String,
    instant: UnixTime?,
    expires: UnixTime,
    seal: SiteSeal,
    store: AnswerStore
  ) {
    self.id = id
    word = EditionWord(draft: id)
    token = TokenWriter.link(to: word, for: audience, at: instant, sealedBy: seal)
    self.expires = expires
    self.publisher = publisher
    self.store = store
  }

  /// The draft as a loop serves a publication of it.
  func served(as publication: Publication) -> ServedDraft {
    let findings = publisher.lastReport.map { $0.isRefused ? $0.findings : [] } ?? []
    return ServedDraft(word, token: token, until: expires, publication, findings)
  }

  /// Lets loops say that the errors of the files are others, although the edition is the same.
  package func showErrors(at now: UnixTime) {
    store.purge(.everything, .hard, at: now.milliseconds)
    publisher.renew()
  }
}

/// The drafts of a site that previews show now, for all its loops.
package final class LiveDrafts: Sendable {
  private let drafts = Mutex<[DraftID: LiveDraft]>([:])

  package init() {}

  package func add(_ draft: LiveDraft) { drafts.withLock { $0[draft.id] = draft } }

  package func remove(_ id: DraftID) { drafts.withLock { $0[id] = nil } }

  package var count: Int { drafts.withLock { $0.count } }

  /// The draft of a preview that is neither over nor revoked.
  package func draft(_ id: DraftID, at now: Int64) -> LiveDraft? {
    drafts.withLock { $0[id] }.flatMap { now < $0.expires.seconds ? $0 : nil }
  }
}
