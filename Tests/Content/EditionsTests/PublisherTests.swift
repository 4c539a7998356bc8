// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import Files
import FolderTesting
import Foundation
import SiteTesting
import Sites
import Synchronization
import Testing

@Suite struct `Publishing editions` {
  private let now = UnixTime(seconds: 1_000)
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/publisher" }

  private func home(_ number: Int) -> String { "{ datatype: \"a\", body: { number: \(number) } }" }

  private func answer(_ publisher: Publisher) -> String? {
    publisher.publication?.edition.answer("home", for: "")
  }

  @Test func `A changed site is published as a whole, with the next generation`() {
    let site = MemorySite(["home": home(1)])
    let publisher = Publisher(site, .common)
    #expect(publisher.publication == nil)
    #expect(publisher.refresh(at: now).isNew)
    let generation = publisher.generation.load(ordering: .acquiring)
    #expect(!publisher.refresh(at: now).isNew)
    #expect(publisher.generation.load(ordering: .acquiring) == generation)
    site.write(home(2), to: "Content/home.json5")
    #expect(publisher.refresh(at: now).isNew)
    #expect(answer(publisher) == #"{"datatype":"a","number":2}"#)
    #expect(publisher.generation.load(ordering: .acquiring) == generation + 1)
  }

  @Test func `The old edition stays published when the new one is invalid`() {
    let site = MemorySite(["home": home(1)])
    let publisher = Publisher(site, .common)
    _ = publisher.refresh(at: now)
    site.write("{ datatype: ", to: "Content/home.json5")
    let report = publisher.refresh(at: now)
    #expect(!report.isNew)
    #expect(report.findings.map(\.rule) == [.unreadable])
    #expect(answer(publisher) == #"{"datatype":"a","number":1}"#)
  }

  @Test func `The emergency file is published even while the site does not compile`() {
    let site = MemorySite(["home": home(1)])
    let publisher = Publisher(site, .common)
    _ = publisher.refresh(at: now)
    site.write("{ broken", to: "Content/home.json5")
    site.write(
      #"{ hide: "home", ttl: 5, maintenance: { message: "Back soon" }, force: { a: "b" } }"#,
      to: Overlay.path
    )
    let report = publisher.refresh(at: now)
    #expect(report.isNew)
    #expect(report.publication?.hides("home") == true)
    #expect(report.publication?.overlay.maintenance != nil)
    site.write("{ hide: ", to: Overlay.path)
    #expect(!publisher.refresh(at: now).isNew)
    #expect(publisher.publication?.hides("home") == true)
    site.write(nil, to: Overlay.path)
    #expect(publisher.refresh(at: now).isNew)
    #expect(publisher.publication?.overlay == Overlay.none)
  }

  @Test func `An order that holds, or that has ended, would change nothing`() throws {
    let publisher = Publisher(MemorySite(["home": home(1)]), .common)
    _ = publisher.refresh(at: now)
    func closing(until end: String) -> DataValue {
      .members([
        ("message", .text("Back soon")), ("when", .members([("until", .text(end))])),
      ])
    }
    let (ended, open) = (closing(until: "1970-01-01T00:00Z"), closing(until: "2100-01-01T00:00Z"))
    #expect(publisher.hasObeyed(nil, at: now) && publisher.hasObeyed(ended, at: now))
    #expect(!publisher.hasObeyed(open, at: now))
    let report = try publisher.close(open, at: now)
    #expect(report.publication?.overlay.maintenance?.isOrdered == true)
    #expect(publisher.hasObeyed(open, at: now))
    #expect(!publisher.hasObeyed(nil, at: now) && !publisher.hasObeyed(ended, at: now))
  }

  @Test func `The emergency file forces variants and shortens lifetimes`() throws {
    let site = MemorySite([
      "home": """
      { datatype: "a", ttl: 600, body: { a: 1 }, variants: [
        { id: "plain", when: { device: "tv" }, patch: { a: 2 } } ] }
      """
    ])
    site.write(#"{ force: { home: "plain" }, ttl: { "ho*": 7 } }"#, to: Overlay.path)
    let publication = try #require(Publisher(site, .common).refresh(at: now).publication)
    let number = try #require(publication.edition.number(of: "home"))
    let resolved = publication.edition.resolve(
      number,
      for: AudienceToken(Audience()),
      at: now,
      links: LinkWriter(seal: PlainSeal()),
      overlay: publication.overlay
    )
    #expect(resolved.variant == "plain")
    #expect(resolved.freshness.expire.seconds <= now.seconds + 7)
  }

  @Test func `The pinned edition is published until it is unpinned`() throws {
    let history = EditionHistory(folder) { _ in }
    let site = MemorySite(["home": home(1)])
    let publisher = Publisher(site, .common, keeper: .atOnce(history))
    let first = try #require(publisher.refresh(at: now).publication).edition.name
    site.write(home(2), to: "Content/home.json5")
    _ = publisher.refresh(at: UnixTime(seconds: 2_000))
    #expect(history.entries().map(\.published.seconds) == [2_000, 1_000])
    try history.pin(first)
    let report = publisher.refresh(at: now)
    #expect(report.isNew && report.pinned == first)
    #expect(answer(publisher) == #"{"datatype":"a","number":1}"#)
    site.write(home(3), to: "Content/home.json5")
    #expect(!publisher.refresh(at: now).isNew)
    try history.pin(nil)
    #expect(publisher.refresh(at: now).isNew)
    #expect(answer(publisher) == #"{"datatype":"a","number":3}"#)
  }

  @Test func `An edition is published before it is kept, and kept as it was compiled`() throws {
    let history = EditionHistory(folder) { _ in }
    let site = MemorySite(["home": home(1)])
    let publisher = Publisher(site, .common, keeper: .atOnce(history))
    let served = Mutex<[String?]>([])
    publisher.observe {
      let name = publisher.publication?.edition.name
      served.withLock { $0.append(name) }
      #expect(name.flatMap { history.source(of: $0) } == nil)
      site.write(home(2), to: "Content/home.json5")
    }
    let first = try #require(publisher.refresh(at: now).publication).edition.name
    #expect(served.withLock { $0 } == [first])
    var compiler = SiteCompiler(try #require(history.source(of: first)), .common)
    let kept = try #require(compiler.compile().edition)
    #expect(kept.name == first)
    #expect(kept.answer("home", for: "") == #"{"datatype":"a","number":1}"#)
  }

  @Test func `Publishing does not wait until an edition is kept`() throws {
    let history = EditionHistory(folder) { _ in }
    let waiting = Mutex<[@Sendable () -> Void]>([])
    let site = MemorySite(["home": home(1)])
    let publisher = Publisher(
      site,
      .common,
      keeper: EditionKeeper(
        history,
        perform: { work in
          waiting.withLock { $0.append(work) }
          return true
        },
        report: { Issue.record("\($0)") }
      )
    )
    let first = try #require(publisher.refresh(at: now).publication).edition.name
    site.write(home(2), to: "Content/home.json5")
    let second = try #require(publisher.refresh(at: now).publication).edition.name
    #expect(!publisher.refresh(at: now).isNew)
    #expect(history.entries() == [])
    for work in waiting.withLock({ $0 }) { work() }
    // Each as it was, though the files have changed since.
    for (name, number) in [(first, 1), (second, 2)] {
      var compiler = SiteCompiler(try #require(history.source(of: name)), .common)
      let kept = try #require(compiler.compile().edition)
      #expect(kept.answer("home", for: "") == #"{"datatype":"a","number":\#(number)}"#)
    }
  }

  @Test func `Too many editions waiting to be kept cause a warning`() {
    let findings = Mutex<[Finding]>([])
    let publisher = Publisher(
      MemorySite(["home": home(1)]),
      .common,
      keeper: EditionKeeper(
        EditionHistory(folder) { _ in },
        perform: { _ in false },
        report: { finding in findings.withLock { $0.append(finding) } }
      )
    )
    #expect(publisher.refresh(at: now).isNew)
    #expect(findings.withLock { $0.map(\.severity) } == [.warning])
  }

  @Test func `Keeping an edition reads no document again`() throws {
    let sites = [nil, EditionKeeper.atOnce(EditionHistory(folder) { _ in })].map { keeper in
      let site = MemorySite(["home": home(1), "about": home(1)])
      let publisher = Publisher(site, .common, keeper: keeper)
      _ = publisher.refresh(at: now)
      site.write(home(2), to: "Content/home.json5")
      #expect(publisher.refresh(at: now).isNew)
      return site
    }
    // The settings are no document, and the first edition's are read once more.
    #expect(sites[1].readCount == sites[0].readCount + 1)
  }

  @Test func `An edition with a file that has changed since is not kept, with a warning`() throws {
    let history = EditionHistory(folder) { _ in }
    let findings = Mutex<[Finding]>([])
    let texts = "Locales/en.json"
    let site = MemorySite(["home": home(1), texts: #"{ "a": "A" }"#])
    let publisher = Publisher(
      site,
      .common,
      keeper: .atOnce(history) { finding in findings.withLock { $0.append(finding) } }
    )
    publisher.observe { site.write(#"{ "a": "B" }"#, to: texts) }
    #expect(publisher.refresh(at: now).isNew)
    #expect(history.entries() == [])
    let finding = try #require(findings.withLock { $0.first })
    #expect(finding.severity == .warning)
    #expect(finding.place.file == texts)
    #expect(publisher.refresh(at: now).isNew)
    #expect(history.entries().map(\.name) == [publisher.publication?.edition.name])
  }

  @Test func `An edition that could not be kept is not kept later with other files`() throws {
    // Where a file is, no folder can be made.
    try Files.write([], to: folder)
    let history = EditionHistory(folder) { _ in }
    let site = MemorySite(["home": home(1)])
    let findings = Mutex<[Finding]>([])
    let publisher = Publisher(
      site,
      .common,
      keeper: .atOnce(history) { finding in findings.withLock { $0.append(finding) } }
    )
    #expect(publisher.refresh(at: now).findings == [])
    #expect(findings.withLock { $0.map(\.rule) } == [.unreadable])
    try Files.remove(folder)
    site.write("{ broken", to: "Content/home.json5")
    site.write(#"{ hide: "home" }"#, to: Overlay.path)
    #expect(publisher.refresh(at: now).isNew)
    #expect(history.entries() == [])
  }
}
