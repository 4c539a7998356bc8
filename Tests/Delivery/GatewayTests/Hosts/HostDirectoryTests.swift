// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Gateway
import HTTPValues
import Sites
import Synchronization
import Testing

@Suite struct `A directory of hosts` {
  private let directory = HostDirectory(of: ["shop", "garden", "blog"])

  private func claim(_ hosts: [String], for site: Int) throws -> [String] {
    var settings = SiteSettings()
    for (line, host) in hosts.enumerated() {
      let place = FilePlace(SiteSettings.path, SourcePosition(line: line + 1, column: 1))
      settings.hosts.append(SiteHost(try #require(HostPattern(host)), at: place))
    }
    return directory.claim(settings, for: site).map(\.description)
  }

  private func generation() -> UInt64 { directory.generation.load(ordering: .acquiring) }

  @Test
  func `A host claimed by two sites stays with the first, and the second is told where`() throws {
    #expect(try claim(["a.example", "b.example"], for: 0) == [])
    #expect(
      try claim(["c.example", "B.example."], for: 1) == [
        "Content/site.json5:2:1: error: the host \"b.example\" is the site \"shop\"'s already "
          + "[taken-host]"
      ]
    )
    #expect(directory.site(of: "b.example", .http) == 0)
    // Nothing of a claim counts that is refused.
    #expect(directory.site(of: "c.example", .http) == nil)
  }

  @Test func `A wildcard and a host with a port are claimed apart from the plain host`() throws {
    #expect(try claim(["a.example"], for: 0) == [])
    #expect(try claim(["*.a.example", "a.example:81"], for: 1) == [])
    #expect(try !claim(["*.A.example"], for: 2).isEmpty)
    #expect(directory.site(of: "a.example:81", .https) == 1)
  }

  @Test func `An IPv6 address is one host in every form in which it is written`() throws {
    #expect(try claim(["[::1]"], for: 0) == [])
    #expect(
      try claim(["[0:0:0:0:0:0:0:1]"], for: 1) == [
        "Content/site.json5:1:1: error: the host \"[::1]\" is the site \"shop\"'s already "
          + "[taken-host]"
      ]
    )
    #expect(try claim(["[0::1]:81"], for: 1) == [])
    #expect(directory.site(of: "[0:0::0:1]", .http) == 0)
    #expect(directory.site(of: "[::0001]:81", .http) == 1)
  }

  @Test func `Only one site may answer for all other hosts`() throws {
    #expect(try claim([], for: 0) == [])
    #expect(
      try claim([], for: 1) == [
        "Content/site.json5:1:1: error: there are no \"hosts\", and the site \"shop\" has none either;"
          + " expected at most one site that answers for the rest [taken-host]"
      ]
    )
    #expect(try claim(["a"], for: 1) == [])
    #expect(directory.site(of: "anything", .http) == 0)
  }

  @Test func `A refused claim may be tried again once another site's hosts have changed`() throws {
    #expect(try claim(["a"], for: 0) == [])
    #expect(directory.takeHopeful() == [])
    #expect(try !claim(["a", "b"], for: 1).isEmpty)
    #expect(directory.takeHopeful() == [])
    #expect(try claim(["c"], for: 0) == [])
    #expect(directory.takeHopeful() == [1])
    #expect(directory.takeHopeful() == [])
    #expect(try claim(["a", "b"], for: 1) == [])
    #expect(directory.takeHopeful() == [])
  }

  @Test func `The directory's generation changes only with a successful new claim`() throws {
    let first = generation()
    #expect(try claim(["a"], for: 0) == [])
    #expect(generation() == first + 1)
    #expect(try claim(["a"], for: 0) == [])
    #expect(try !claim(["a"], for: 1).isEmpty)
    #expect(generation() == first + 1)
  }
}
