// SPDX-License-Identifier: Apache-2.0

import AnswerCache
package import Bytes
package import ContentModel
package import ContentResolution
import DataFiles
package import Editions
import Gateway
import HTTPValues
package import Reactor
import Sites
import Synchronization

/// The previews of a site, which its state folder keeps.
package final class SitePreviews: Sendable {

  /// A preview with what it shows now.
  package struct Shown: Sendable {
    package let preview: Preview
    package let link: String
    /// The edition that it shows; `nil` while there is none.
    package let edition: String?
    /// The errors that keep the last state of the files from being shown.
    package let errors: [String]
  }

  private struct Entry {
    let preview: Preview
    let draft: LiveDraft
    /// `nil` for a kept edition, which never changes.
    let watch: SiteWatch?
  }

  /// The cache of one draft.
  private static let cacheBytes = 8 << 20
  private static let waitingOrders = 64

  /// Performs one thing after the other: editions are compiled, which takes long.
  package let worker: WorkerPool
  let drafts = LiveDrafts()
  private let file: PreviewFile
  private let site: SiteFolder
  private let history: EditionHistory
  private let seal: SiteSeal
  private let report: @Sendable (String) -> Void
  /// The last report of the file, which is read every second.
  private let told = Mutex("")
  private let entries = Mutex<[DraftID: Entry]>([:])

  init(
    in folder: String,
    of site: SiteFolder,
    _ history: EditionHistory,
    seal: SiteSeal,
    report: @escaping @Sendable (String) -> Void
  ) {
    worker = WorkerPool("previews", threads: 1, capacity: SitePreviews.waitingOrders)
    file = PreviewFile(in: folder)
    (self.site, self.history, self.seal, self.report) = (site, history, seal, report)
  }

  deinit {
    worker.close()
    for entry in entries.withLock({ $0 }).values { entry.watch?.stop() }
  }

  /// Shows what the file says: previews of the process before, and those that another process has made or revoked.
  func follow(at now: UnixTime) {
    do throws(SourceFault) {
      let wanted = try file.read().filter { !$0.isOver(at: now) }
      let known = entries.withLock { $0 }
      for id in known.keys where !wanted.contains(where: { $0.id == id }) { close(id) }
      for preview in wanted where known[preview.id] == nil {
        open(preview, Publisher(source(of: preview.choice) ?? site, .complete), at: now)
      }
    } catch {
      let text = "previews are not shown: \(error.path): \(error.reason)"
      let isNews = told.withLock { told in
        defer { told = text }
        return told != text
      }
      if isNews { report(text) }
    }
  }

  /// The previews that are not over, the newest first.
  package func shown(at now: UnixTime) -> [Shown] {
    entries.withLock { $0 }.values.filter { !$0.preview.isOver(at: now) }.map(shown)
      .sorted {
        ($1.preview.made, $0.preview.id.description) < ($0.preview.made, $1.preview.id.description)
      }
  }

  private func shown(_ entry: Entry) -> Shown {
    let publisher = entry.draft.publisher
    let settings = publisher.publication?.edition.site
    let report = publisher.lastReport
    let errors = report.map { $0.isRefused ? $0.findings.filter { $0.severity == .error } : [] }
    return Shown(
      preview: entry.preview,
      link: link(of: entry.draft, entry.preview, settings ?? SiteSettings()),
      edition: publisher.publication?.edition.name,
      errors: (errors ?? []).map { "\($0)" }
    )
  }

  private func link(of draft: LiveDraft, _ preview: Preview, _ site: SiteSettings) -> String {
    let path = "/\(draft.token)/\(site.config)"
    let base = site.baseURL
    if let address = preview.address {
      let mark = base.firstRange(of: "://")
      let folder = mark.map { base[$0.upperBound...].drop { $0 != "/" } } ?? base[...]
      return "\(address)\(folder)\(path)"
    }
    if base.contains("://") { return base + path }
    let host = site.hosts.map(\.pattern).first { !$0.isWildcard }?.description
    return (host.map { "https://\($0)" } ?? SitePreviews.localAddress) + base + path
  }

  /// The address of a site without a host.
  private static let localAddress = "http://localhost:8080"

  /// Compiles what a preview would show, unless something keeps it from that. This takes long.
  package func candidate(_ choice: CandidateChoice, at now: UnixTime) throws(PlainError) -> Edition
  { try publisher(of: choice, at: now).edition }

  private func publisher(
    of choice: CandidateChoice,
    at now: UnixTime
  ) throws(PlainError) -> (publisher: Publisher, edition: Edition) {
    guard shown(at: now).count < Preview.most else {
      throw PlainError("there are \(Preview.most) previews already; revoke one first")
    }
    guard let source = source(of: choice) else { throw PlainError(missing(choice)) }
    let publisher = Publisher(source, .complete)
    let report = publisher.refresh(at: now)
    guard let edition = report.publication?.edition else {
      let error = report.findings.first { $0.severity == .error }
      throw PlainError("it has errors and cannot be shown: \(error.map { "\($0)" } ?? "")")
    }
    return (publisher, edition)
  }

  private func source(of choice: CandidateChoice) -> (any SiteSource)? {
    switch choice {
    case .files: site
    case .edition(let name): history.source(of: name)
    case .folder(let path): SiteOptions.hasSite(path) ? SiteFolder(path) : nil
    }
  }

  private func missing(_ choice: CandidateChoice) -> String {
    switch choice {
    case .files: "there is no \(SiteSettings.path)"
    case .edition(let name): "there is no edition \(name); `portico editions` lists others"
    case .folder(let path):
      "there is no \(SiteSettings.path) in \(path) on the machine of the service"
    }
  }

  /// Begins a preview. This takes long.
  package func add(_ preview: Preview) throws -> Shown {
    let now = preview.made
    let publisher = try publisher(of: preview.choice, at: now).publisher
    follow(at: now)
    try file.write(entries.withLock { $0 }.values.map(\.preview) + [preview])
    open(preview, publisher, at: now)
    guard let entry = entries.withLock({ $0[preview.id] }) else {
      throw PlainError("the preview is over already")
    }
    return shown(entry)
  }

  /// Ends a preview at once.
  package func revoke(_ id: DraftID, at now: UnixTime) throws -> Preview {
    follow(at: now)
    guard let entry = entries.withLock({ $0[id] }) else {
      throw PlainError("there is no preview \(id)")
    }
    try file.write(entries.withLock { $0 }.values.map(\.preview).filter { $0.id != id })
    close(id)
    return entry.preview
  }

  private func open(_ preview: Preview, _ publisher: Publisher, at now: UnixTime) {
    let draft = LiveDraft(
      preview.id,
      of: publisher,
      audience: preview.audience,
      instant: preview.instant,
      expires: preview.expires,
      seal: seal,
      store: AnswerStore(limits: StoreLimits(bytes: SitePreviews.cacheBytes))
    )
    var watch: SiteWatch?
    switch preview.choice {
    case .files: watch = self.watch(site, for: draft)
    case .folder(let path): watch = self.watch(SiteFolder(path), for: draft)
    case .edition: if publisher.lastReport == nil { _ = publisher.refresh(at: now) }
    }
    entries.withLock { $0[preview.id] = Entry(preview: preview, draft: draft, watch: watch) }
    drafts.add(draft)
  }

  private func watch(_ folder: SiteFolder, for draft: LiveDraft) -> SiteWatch? {
    let last = Mutex<[String]>([])
    do {
      return try SiteWatch(
        folder,
        history: nil,
        publisher: draft.publisher,
        clock: { UnixTime.now.seconds },
        report: { report in
          let errors = report.isRefused ? report.findings.map { "\($0)" } : []
          let isNews = last.withLock { known in
            defer { known = errors }
            return known != errors
          }
          // The config answer of the same edition says something else now.
          if isNews { draft.showErrors(at: UnixTime.now) }
        },
        reportFault: { [report] in report(SiteWatch.text($0, "changes of a draft")) }
      )
    } catch {
      report("changes of a draft go unseen: \(error)")
      return nil
    }
  }

  private func close(_ id: DraftID) {
    drafts.remove(id)
    entries.withLock { $0.removeValue(forKey: id) }?.watch?.stop()
  }

  /// Goes on with the previews of the process before, and looks after all of them from now on.
  func begin(on core: LoopCore) {
    follow(at: UnixTime.now)
    PreviewRound(self, on: core).wait()
  }
}

/// Looks once a second after the previews of a site.
private final class PreviewRound: DeadlineHandler {
  private weak let previews: SitePreviews?
  private let core: LoopCore

  init(_ previews: SitePreviews, on core: LoopCore) {
    (self.previews, self.core) = (previews, core)
  }

  func wait() { _ = core.schedule(self, at: core.now + .seconds(1)) }

  func deadlineReached() {
    guard let previews else { return }
    _ = previews.worker.submit { previews.follow(at: UnixTime.now) }
    wait()
  }
}
