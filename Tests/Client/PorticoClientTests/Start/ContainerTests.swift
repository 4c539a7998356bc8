// SPDX-License-Identifier: Apache-2.0

import Foundation
import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The container of an environment and an account` {
  private let folder = TemporaryFolder()

  private func environment(_ name: String) throws -> PorticoClient.Environment {
    let url = try #require(WebAddress("https://\(name).example/config"))
    return PorticoClient.Environment(name: name, configURL: url)
  }

  private func client(_ container: Container, _ site: ModelSite) -> Client {
    Client(
      container.environment,
      transport: site,
      persistence: container.persistence,
      clock: { site.now }
    )
  }

  @Test func `Environments and accounts at the same time have answers of their own`() async throws {
    let (sites, root) = ([ModelSite(), ModelSite(), ModelSite()], folder.path)
    var kept: [(container: Container, site: ModelSite, text: JSONValue)] = []
    for (name, site) in zip(["dev", "qa", "production"], sites) {
      for account in ["", "ann", "Ann", "a/../b"] {
        let container = Container(try environment(name), account: account, in: root)
        kept.append((container, site, .string(name + account)))
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (container, _, text) in kept {
        let site = ModelSite()
        site.change { $0.documents["/home"] = ["text": text] }
        let client = client(container, site)
        group.addTask {
          #expect(try await client.start().screen("/home")["text"] == text)
          try await client.store.synchronize()
        }
      }
      try await group.waitForAll()
    }
    for site in sites { site.change { $0.isDown = true } }
    for (container, site, text) in kept {
      #expect(try await client(container, site).start().screen("/home")["text"] == text)
    }
    let left = kept.removeFirst()
    let leaving = client(left.container, left.site)
    _ = try await leaving.start()
    try await left.container.logOut(of: leaving)
    try leaving.store.write { $0.put(["uuid": "note-1"]) }
    try await leaving.store.synchronize()
    #expect(!FileManager.default.fileExists(atPath: left.container.folder))
    for (container, site, text) in kept {
      #expect(try await client(container, site).start().screen("/home")["text"] == text)
    }
    let again = client(left.container, left.site)
    await #expect(throws: RequestError.self) { try await again.start() }
  }

  @Test func `Each name has a folder of its own within the root, also where case means nothing`()
    throws
  {
    let environment = try environment("qa")
    let long = String(repeating: "x", count: 400)
    let accounts = [
      "", "_", "a", "A", "a/b", "a_2fb", "..", ".", "é", "\u{0}", long, long + "y",
      String(long.prefix(199)), String(long.prefix(200)), "anonymous",
    ]
    let folders = accounts.map {
      Container(environment, account: $0, in: folder.path).folder.lowercased()
    }
    #expect(Set(folders).count == accounts.count)
    for one in folders {
      #expect(!one.contains("/../") && !one.hasSuffix("/.."))
      #expect(one.split(separator: "/").allSatisfy { $0.utf8.count <= 255 })
      #expect(folders.allSatisfy { !$0.hasPrefix(one + "/") })
    }
  }

  @Test func `A client that is logged out makes no folder, also where it had none yet`()
    async throws
  {
    let container = Container(try environment("qa"), account: "ann", in: folder.path)
    let client = client(container, ModelSite())
    try await container.logOut(of: client)
    try client.store.write { $0.put(["uuid": "note-1"]) }
    await client.store.load(["note-2"])
    try await client.store.synchronize()
    #expect(!FileManager.default.fileExists(atPath: container.folder))
  }

  @Test func `Logging out removes what is in the folder, and nothing that a link leads to`() throws
  {
    let container = Container(try environment("qa"), account: "ann", in: folder.path)
    let files = FileManager.default
    let outside = folder.file("outside")
    try files.createDirectory(
      atPath: container.folder + "/deep/er",
      withIntermediateDirectories: true
    )
    try files.createDirectory(at: outside, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: outside.appendingPathComponent("kept"))
    try Data("x".utf8).write(to: URL(fileURLWithPath: container.folder + "/deep/er/file"))
    try files.createSymbolicLink(
      atPath: container.folder + "/link",
      withDestinationPath: outside.path
    )
    try container.remove()
    #expect(!files.fileExists(atPath: container.folder))
    #expect(files.fileExists(atPath: outside.path + "/kept"))
    try container.remove()
  }
}
