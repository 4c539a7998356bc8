// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import DataFiles
import Files
package import Sites
package import Synchronization

/// An edition that a site serves, with the emergency that holds over it.
package struct Publication: Sendable {
  package let edition: Edition
  package let overlay: Overlay
  /// Time at which it began to be served.
  package let since: UnixTime
  /// Told apart from all others that this process has published.
  package let number: UInt64

  package init(
    _ edition: Edition,
    under overlay: Overlay = .none,
    since: UnixTime = .distantPast,
    number: UInt64 = 0
  ) {
    self.edition = edition
    self.overlay = overlay
    self.since = since
    self.number = number
  }

  /// Whether a path without its first slash is hidden, whatever its spelling.
  package func hides(_ path: String) -> Bool { overlay.hides(path, of: edition.site) }
}

/// Publishes a site: compiles it beside what is served, and swaps whole publications in. A change
/// that cannot be published leaves everything as it was and says why.
package final class Publisher: Sendable {
  /// All that the file of the site may say.
  package let shape: SiteShape
  /// Rises with every publication and every change of a rollout's share, so that a reader sees by one load
  /// whether there is something new.
  package let generation = Atomic<UInt64>(0)
  /// The publication that is served and the candidate beside it, under a lock of their own, so that
  /// no request waits for a compiler or a disk.
  private let served = Mutex<(publication: Publication?, candidate: Candidate?)>((nil, nil))
  private let latest = Mutex<Report?>(nil)
  /// Editions that were compiled before they are pinned, the newest last.
  private let prepared = Mutex<[Edition]>([])
  /// The inputs of a compilation, for one change at a time.
  private let inputs: Mutex<Inputs>
  private let keeper: EditionKeeper?
  private let observers = Mutex<[@Sendable () -> Void]>([])
  private let admission: @Sendable (SiteSettings) -> [Finding]

  private struct Inputs {
    var compiler: SiteCompiler
    var emergency: OverlayFile
    var ordered: OrderedMaintenance

    /// The emergency as it was read last, and the order of an operator, over an edition.
    mutating func overlay(over edition: Edition, at now: UnixTime) -> Overlay {
      // What is wrong with them is told of the published edition.
      var told = Findings()
      var overlay = emergency.held(over: edition)
      if let ordered = ordered.maintenance(over: edition, at: now, &told) {
        overlay.maintenance = ordered
      }
      return overlay
    }
  }

  /// The outcome of looking at the files again.
  package struct Report: Sendable {
    /// The publication that is served from now on; `nil` if none can be.
    package let publication: Publication?
    /// Whether that is new.
    package let isNew: Bool
    package let findings: [Finding]
    /// Whether errors keep the files from being published.
    package let isRefused: Bool
    /// Whether errors keep something in the emergency file from taking effect.
    package let isEmergencyRefused: Bool
    /// The edition that is held although the files say otherwise.
    package let pinned: String?
  }

  /// - Parameters:
  ///   - keeper: keeps what is published; it begins once that is served.
  ///   - emergency: where the emergency file's parts outlive the process.
  ///   - orders: where a maintenance that an operator orders outlives the process.
  ///   - admission: finds objections to a site before it is swapped in; an error keeps it
  ///     out.
  package init(
    _ source: any SiteSource,
    _ shape: SiteShape,
    keeper: EditionKeeper? = nil,
    emergency: StoredOverlay? = nil,
    orders: StoredOverlay? = nil,
    admission: @escaping @Sendable (SiteSettings) -> [Finding] = { _ in [] }
  ) {
    self.shape = shape
    self.keeper = keeper
    self.admission = admission
    inputs = Mutex(
      Inputs(
        compiler: SiteCompiler(source, shape),
        emergency: OverlayFile(source, kept: emergency),
        ordered: OrderedMaintenance(kept: orders)
      )
    )
  }

  /// The publication that is served now; `nil` before the first edition.
  package var publication: Publication? { served.withLock { $0.publication } }

  /// The edition that a rollout gives to a share of the installations; `nil` without a rollout.
  package var candidate: Candidate? { served.withLock { $0.candidate } }

  /// Both at one instant.
  package var current: (publication: Publication?, candidate: Candidate?) { served.withLock { $0 } }

  /// The outcome of looking at the files the last time; `nil` before the first.
  package var lastReport: Report? { latest.withLock { $0 } }

  /// Calls this behind every publication from now on, on the thread that published, before its edition is
  /// kept; what is called publishes nothing itself.
  package func observe(_ body: @escaping @Sendable () -> Void) {
    observers.withLock { $0.append(body) }
  }

  /// Takes a compiled edition, so that it is served at once when it is pinned; the last two are kept.
  package func prepare(_ edition: Edition) {
    prepared.withLock { prepared in
      prepared.removeAll { $0.name == edition.name }
      prepared = prepared.suffix(1) + [edition]
    }
  }

  /// The edition of a name that was taken so; `nil` for none, or where others were taken since.
  package func prepared(_ name: String) -> Edition? {
    prepared.withLock { $0.first { $0.name == name } }
  }

  /// Lets whoever serves the edition take it over once more, since a service that it needs is there now.
  package func renew() { generation.add(1, ordering: .releasing) }

  /// Looks at all files again and publishes what they say, if they can be published.
  package func refresh(at now: UnixTime) -> Report {
    let report = look(at: now)
    latest.withLock { $0 = report }
    return report
  }

  private func look(at now: UnixTime) -> Report {
    inputs.withLock { inputs in
      let pinned = history?.pinned
      var findings = Findings()
      let before = publication
      let edition = admitted(edition(pinned, &inputs.compiler, &findings), &findings)
      let isRefused = findings.hasErrors
      func report(isNew: Bool) -> Report {
        Report(
          publication: publication,
          isNew: isNew,
          findings: findings.sorted,
          isRefused: isRefused,
          isEmergencyRefused: inputs.emergency.isRefused,
          pinned: pinned
        )
      }
      guard let served = edition ?? before?.edition else { return report(isNew: false) }
      var overlay = inputs.emergency.overlay(over: served, &findings)
      if let ordered = inputs.ordered.maintenance(over: served, at: now, &findings) {
        overlay.maintenance = ordered
      }
      let isNew = served.name != before?.edition.name || overlay != before?.overlay
      if isNew {
        swapIn(Publication(served, under: overlay, since: now, number: nextNumber))
        // An edition that is not new to us was kept, or could not be; its files may be gone.
        if let edition { keeper?.keep(edition, inputs.compiler.files, at: now) }
      }
      renewCandidate(&inputs, at: now)
      return report(isNew: isNew)
    }
  }

  /// Takes an operator's word on the maintenance, which the next look at the files publishes.
  func order(_ maintenance: DataValue?) throws(SourceFault) {
    let result = inputs.withLock { inputs -> Result<Void, SourceFault> in
      do throws(SourceFault) {
        try inputs.ordered.set(maintenance)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  func isObeyed(_ maintenance: DataValue?, over edition: Edition, at now: UnixTime) -> Bool {
    inputs.withLock { $0.ordered.isObeyed(maintenance, over: edition, at: now) }
  }

  /// Gives an edition to a share of the installations from now on, beside the published one.
  package func offer(
    _ edition: Edition,
    as word: EditionWord,
    to share: Int,
    at now: UnixTime
  ) {
    inputs.withLock { inputs in
      var publication = candidate.flatMap { $0.word == word ? $0.publication : nil }
      if publication == nil {
        let overlay = inputs.overlay(over: edition, at: now)
        publication = Publication(edition, under: overlay, since: now, number: nextNumber)
      }
      guard let publication else { return }
      swapIn(Candidate(publication, word: word, share: share))
    }
  }

  /// Gives the published edition to everybody again.
  package func withdrawCandidate() {
    inputs.withLock { _ in if candidate != nil { swapIn(nil as Candidate?) } }
  }

  /// Lets a changed emergency hold over the candidate too.
  private func renewCandidate(_ inputs: inout Inputs, at now: UnixTime) {
    guard let candidate else { return }
    let edition = candidate.publication.edition
    let overlay = inputs.overlay(over: edition, at: now)
    guard overlay != candidate.publication.overlay else { return }
    let publication = Publication(edition, under: overlay, since: now, number: nextNumber)
    swapIn(Candidate(publication, word: candidate.word, share: candidate.share))
  }

  private var history: EditionHistory? { keeper?.history }

  /// The number of the publication that is swapped in next.
  private var nextNumber: UInt64 { generation.load(ordering: .relaxed) + 1 }

  private func swapIn(_ candidate: Candidate?) {
    served.withLock { $0.candidate = candidate }
    generation.add(1, ordering: .releasing)
  }

  private func swapIn(_ publication: Publication) {
    served.withLock { $0.publication = publication }
    generation.add(1, ordering: .releasing)
    for observer in observers.withLock({ $0 }) { observer() }
  }

  private func edition(
    _ pinned: String?,
    _ compiler: inout SiteCompiler,
    _ findings: inout Findings
  ) -> Edition? {
    if let pinned {
      if let edition = publication?.edition, edition.name == pinned { return edition }
      if let edition = prepared(pinned) { return edition }
      if let compilation = history?.compilation(of: pinned, shape) {
        findings.add(compilation.findings)
        if let edition = compilation.edition { return edition }
      }
    }
    let compilation = compiler.compile()
    findings.add(compilation.findings)
    if compilation.edition == nil, publication == nil { return lastKept() }
    return compilation.edition
  }

  /// An edition, unless others have something against it.
  private func admitted(
    _ edition: Edition?,
    _ findings: inout Findings
  ) -> Edition? {
    guard let edition, edition.name != publication?.edition.name else { return edition }
    let objections = admission(edition.site)
    findings.add(objections)
    return objections.contains { $0.severity == .error } ? nil : edition
  }

  /// The newest kept edition that can be served: what a start with bad files falls back on.
  private func lastKept() -> Edition? {
    guard let history else { return nil }
    return history.entries().lazy.compactMap { [shape] entry in
      history.compilation(of: entry.name, shape)?.edition
    }.first
  }
}
