// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import Editions
import Files
import FolderTesting
import LoopTesting
import Purging
import Reactor
import SiteTesting
import Sites
import Synchronization
import Testing

/// A site whose publications are told to a CDN.
final class Editor: Sendable {
  let site: MemorySite
  let publisher: Publisher
  let dispatcher: DispatcherFixture
  private let purges: PublicationPurges
  private let folder: TemporaryFolder

  static func file(_ number: Int) -> String { "{ datatype: \"a\", body: { number: \(number) } }" }

  static func settings(_ purge: String) -> String {
    MemorySite.settings.replacing("roots", with: "edges: { cdn: \(purge) }, roots")
  }

  /// - Parameter purge: the edge as the site declares it.
  init(
    _ purge: String,
    in folder: TemporaryFolder,
    home: Int = 1,
    report: @escaping @Sendable (String) -> Void = { Issue.record("\($0)") }
  ) async throws {
    site = MemorySite(
      ["home": Editor.file(home), "about": Editor.file(1)],
      settings: Editor.settings(purge)
    )
    let history = EditionHistory("\(folder.path)/editions") { _ in }
    publisher = Publisher(site, .common, keeper: .atOnce(history))
    let first = publisher.refresh(at: UnixTime(seconds: 0))
    let edges = try #require(first.publication, "\(first.findings)").edition.site.edges
    dispatcher = try await DispatcherFixture(edges, in: folder)
    purges = try PublicationPurges(
      { [dispatcher = dispatcher.dispatcher] in dispatcher.take($0, reason: $1, isOver: $2) },
      of: publisher,
      history: history,
      in: folder.path,
      report: report
    )
    self.folder = folder
  }

  func write(_ text: String?, to path: String) {
    site.write(text, to: path)
    _ = publisher.refresh(at: UnixTime(seconds: 0))
  }

  /// Waits until as many jobs are over, and the edition is known to have been told.
  func jobs(_ count: Int) async throws -> [PurgeJob] {
    try await waitUntil("\(count) jobs are over") {
      dispatcher.dispatcher.latest(100).count(where: { $0.state.isOver }) >= count
    }
    try await untilTold()
    return dispatcher.dispatcher.latest(100).reversed()
  }

  /// Waits until the edition is known to have been told.
  func untilTold() async throws {
    let name = publisher.publication?.edition.name ?? ""
    let path = "\(folder.path)/\(PublicationPurges.fileName)"
    try await waitUntil("edition \(name) is told") { (try? Files.read(path)) == Array(name.utf8) }
  }
}

private func varnish(_ cdn: ScriptedServer, _ more: String = "") -> String {
  "{ kind: \"varnish\", purge: { address: \"http://\(cdn.address)\"\(more) } }"
}

@Suite(.timeLimit(.minutes(5))) struct `A CDN in front of a published site` {
  @Test func `A publication purges the CDN of the documents that it changes`() async throws {
    let requests = Requests()
    let cdn = try ScriptedServer(cdn: requests) { _, _ in reply("200 OK") }
    let editor = try await Editor(varnish(cdn), in: TemporaryFolder())
    try await editor.untilTold()
    #expect(requests.count == 0)
    editor.write(Editor.file(2), to: "Content/home.json5")
    let job = try #require(try await editor.jobs(1).first)
    #expect(job.state == .done)
    #expect(job.purge.isSoft)
    #expect(job.purge.target == .tags(["document:home"]))
    let name = try #require(editor.publisher.publication?.edition.name)
    #expect(job.reason == "edition \(name) published")
    #expect(requests.all[0].contains("x-purge-tags: document_3ahome b-"))
    #expect(requests.all[0].contains("x-purge-soft: 1"))
    // A site that cannot be published purges nothing, and neither does one without a change.
    editor.write("{ datatype: ", to: "Content/about.json5")
    editor.write(Editor.file(1), to: "Content/about.json5")
    editor.write(#"{ hide: "about" }"#, to: Overlay.path)
    let hidden = try #require(try await editor.jobs(2).last)
    #expect(hidden.purge.target == .paths(["/about"], tags: ["document:about"]))
    #expect(!hidden.purge.isSoft)
    #expect(requests.all.last?.contains("x-purge-soft") == false)
    cdn.stop()
  }

  @Test func `A publication purges nothing at an edge where onPublish is false`() async throws {
    let requests = Requests()
    let cdn = try ScriptedServer(cdn: requests) { _, _ in reply("200 OK") }
    let editor = try await Editor(varnish(cdn, ", onPublish: false"), in: TemporaryFolder())
    editor.write(Editor.file(2), to: "Content/home.json5")
    try await editor.untilTold()
    #expect(editor.dispatcher.dispatcher.latest(10).isEmpty)
    #expect(try await editor.dispatcher.run(.tags(["a"])).state == .done)
    #expect(requests.count == 1)
    cdn.stop()
  }

  @Test func `A restart purges what changed while the gateway was stopped`() async throws {
    let folder = TemporaryFolder()
    let requests = Requests()
    let cdn = try ScriptedServer(cdn: requests) { _, _ in reply("200 OK") }
    var editor: Editor? = try await Editor(varnish(cdn), in: folder)
    try await editor?.untilTold()
    editor = nil
    editor = try await Editor(varnish(cdn), in: folder)
    try await editor?.untilTold()
    #expect(editor?.dispatcher.dispatcher.latest(10).isEmpty == true)
    editor = nil
    let next = try await Editor(varnish(cdn), in: folder, home: 2)
    #expect(try await next.jobs(1).map(\.purge.target) == [.tags(["document:home"])])
    try await next.untilTold()
    cdn.stop()
  }

  @Test func `A restart without its last known edition purges all documents`() async throws {
    let folder = TemporaryFolder()
    let cdn = try ScriptedServer(cdn: Requests()) { _, _ in reply("200 OK") }
    try Files.makeFolder(folder.path)
    try Files.write(
      Array("0123456789abcdef".utf8),
      to: "\(folder.path)/\(PublicationPurges.fileName)"
    )
    let reports = Mutex<[String]>([])
    let editor = try await Editor(varnish(cdn), in: folder) { line in
      reports.withLock { $0.append(line) }
    }
    #expect(try await editor.jobs(1).map(\.purge.target) == [.tags(["document"])])
    let line = try #require(reports.withLock { $0 }.first)
    #expect(line.contains("edition \"0123456789abcdef\", which is not kept"))
    cdn.stop()
  }

  @Test func `A restart goes on with a publication's purge that it interrupted`() async throws {
    let folder = TemporaryFolder()
    let isUp = Atomic(false)
    let requests = Requests()
    let cdn = try ScriptedServer(cdn: requests) { _, _ in
      isUp.load(ordering: .acquiring) ? reply("200 OK") : ""
    }
    var editor: Editor? = try await Editor(varnish(cdn), in: folder)
    try await editor?.untilTold()
    editor?.write(Editor.file(2), to: "Content/home.json5")
    try await editor?.untilTold()
    let job = try #require(editor?.dispatcher.dispatcher.latest(1).first)
    #expect(!job.state.isOver)
    editor?.dispatcher.kill()
    editor = nil
    isUp.store(true, ordering: .releasing)
    let next = try await Editor(varnish(cdn), in: folder, home: 2)
    let ended = await next.dispatcher.end(of: job.id)
    #expect(ended.state == .done)
    #expect(ended.reason == job.reason)
    #expect(next.dispatcher.dispatcher.latest(10).count == 1)
    cdn.stop()
  }
}
