// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles
import Files
package import Synchronization

/// What a site serves: an edition with what holds over it.
package struct Publication: Sendable {
  package let edition: Edition
  package let overlay: Overlay
}

/// Publishes a site: compiles it beside what is served, and swaps whole publications in. A change
/// that cannot be published leaves everything as it was and says why.
package final class Publisher: Sendable {
  /// Rises with every publication, so that a reader sees by one load whether there is a new one.
  package let generation = Atomic<UInt64>(0)
  private let state: Mutex<State>
  private let source: any SiteSource
  private let history: EditionHistory?
  private let admission: @Sendable (SiteSettings) -> [Finding]

  private struct State {
    var compiler: SiteCompiler
    var publication: Publication?
  }

  /// What came of looking at the files again.
  package struct Report: Sendable {
    /// What is served from now on; `nil` if nothing can be.
    package let publication: Publication?
    /// Whether that is new.
    package let isNew: Bool
    package let findings: [Finding]
    /// The edition that is held although the files say otherwise.
    package let pinned: String?
  }

  /// - Parameter admission: What others have to say against a site before it is swapped in; an error
  ///   keeps it out.
  package init(
    _ source: any SiteSource,
    history: EditionHistory? = nil,
    admission: @escaping @Sendable (SiteSettings) -> [Finding] = { _ in [] }
  ) {
    self.source = source
    self.history = history
    self.admission = admission
    state = Mutex(State(compiler: SiteCompiler(source)))
  }

  /// What is served now; `nil` before the first edition.
  package var publication: Publication? { state.withLock { $0.publication } }

  /// Looks at all files again and publishes what they say, if they can be published.
  package func refresh(at now: UnixTime) -> Report {
    state.withLock { state in
      let pinned = history?.pinned
      var findings = Findings()
      let edition = admitted(edition(pinned, &state, &findings), state, &findings)
      let site = edition?.site ?? state.publication?.edition.site ?? SiteSettings()
      let overlay = overlay(site, &state, &findings)
      guard let served = edition ?? state.publication?.edition else {
        return Report(publication: nil, isNew: false, findings: findings.sorted, pinned: pinned)
      }
      let isNew =
        served.name != state.publication?.edition.name || overlay != state.publication?.overlay
      if isNew {
        if !isKept(served) { keep(served, at: now, &findings) }
        state.publication = Publication(edition: served, overlay: overlay)
        generation.add(1, ordering: .releasing)
      }
      return Report(
        publication: state.publication,
        isNew: isNew,
        findings: findings.sorted,
        pinned: pinned
      )
    }
  }

  private func edition(
    _ pinned: String?,
    _ state: inout State,
    _ findings: inout Findings
  ) -> Edition? {
    if let pinned {
      if let edition = state.publication?.edition, edition.name == pinned { return edition }
      if let kept = history?.source(of: pinned) {
        var compiler = SiteCompiler(kept)
        let compilation = compiler.compile()
        findings.add(compilation.findings)
        if let edition = compilation.edition { return edition }
      }
    }
    let compilation = state.compiler.compile()
    findings.add(compilation.findings)
    if compilation.edition == nil, state.publication == nil { return lastKept() }
    return compilation.edition
  }

  /// An edition, unless others have something against it.
  private func admitted(
    _ edition: Edition?,
    _ state: State,
    _ findings: inout Findings
  ) -> Edition? {
    guard let edition, edition.name != state.publication?.edition.name else { return edition }
    let objections = admission(edition.site)
    findings.add(objections)
    return objections.contains { $0.severity == .error } ? nil : edition
  }

  /// The newest kept edition that can be served: what a start with bad files falls back on.
  private func lastKept() -> Edition? {
    for entry in history?.entries() ?? [] {
      guard let kept = history?.source(of: entry.name) else { continue }
      var compiler = SiteCompiler(kept)
      if let edition = compiler.compile().edition { return edition }
    }
    return nil
  }

  /// The emergency file as it is now; while it cannot be read at all the last one holds.
  private func overlay(
    _ site: SiteSettings,
    _ state: inout State,
    _ findings: inout Findings
  ) -> Overlay {
    guard (try? source.files())?.contains(where: { $0.path == Overlay.path }) ?? false else {
      return .none
    }
    do {
      let bytes = try source.read(Overlay.path, limit: Overlay.maximumBytes)
      let value = try DataValue(reading: bytes.span, as: .json5, rules: .documents)
      return OverlayReader(site).overlay(value, &findings)
    } catch let fault as SourceFault {
      findings.add(fault.finding)
    } catch let error as DataFileError {
      findings.add(
        Finding(.error, .unreadable, at: FilePlace(Overlay.path, error.position), error.description)
      )
    } catch {
      findings.add(Finding(.error, .unreadable, at: FilePlace(Overlay.path), "\(error)"))
    }
    return state.publication?.overlay ?? .none
  }

  private func isKept(_ edition: Edition) -> Bool { history?.source(of: edition.name) != nil }

  private func keep(_ edition: Edition, at now: UnixTime, _ findings: inout Findings) {
    guard let history else { return }
    do {
      try history.keep(edition.name, from: source, at: now)
    } catch {
      findings.add(
        Finding(
          .warning,
          .unreadable,
          at: FilePlace(error.path),
          "the edition was published and could not be kept: \(error.reason)"
        )
      )
    }
  }
}
