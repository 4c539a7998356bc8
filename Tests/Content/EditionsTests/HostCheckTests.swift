// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Editions
import FileShapes
import SiteTesting
import Sites
import Synchronization
import Testing

@Suite struct `Hosts of a site` {
  private func site(_ members: String) -> MemorySite {
    MemorySite(
      [:],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" },
          \(members)
        }
        """
    )
  }

  @Test func `Hosts are read without regard to case, a trailing dot or the notation of an address`()
    throws
  {
    let names = [
      "Shop.Example.COM.", "*.flowers.example", "localhost:8081", "[2001:DB8::1]:80",
      "[0:0:0:0:0:0:0:1]", "[::ffff:c000:201]",
    ]
    let compilation = site("name: \"shop\", hosts: \(names)").compiled()
    #expect(compilation.findings == [])
    let settings = try #require(compilation.edition).site
    #expect(settings.name?.value == "shop")
    #expect(
      settings.hosts.map { "\($0.pattern)" } == [
        "shop.example.com", "*.flowers.example", "localhost:8081", "[2001:db8::1]:80", "[::1]",
        "[::ffff:192.0.2.1]",
      ]
    )
    #expect(settings.hosts.map(\.pattern.port) == [nil, nil, 8081, 80, nil, nil])
    #expect(settings.hosts.map(\.pattern.isWildcard) == [false, true, false, false, false, false])
  }

  @Test(arguments: [
    (#"hosts: "https://shop.example.com/config""#, "(did you mean shop.example.com?)"),
    (#"hosts: "*shop.example.com""#, "(did you mean *.shop.example.com?)"),
    (#"hosts: ".shop.example.com:81""#, "(did you mean *.shop.example.com:81?)"),
    (#"hosts: " shop.example.com ""#, "(did you mean shop.example.com?)"),
    (#"hosts: "ana@shop.example.com""#, "(did you mean shop.example.com?)"),
    (#"hosts: "::1""#, "(did you mean [::1]?)"),
    (#"hosts: "*""#, #""*" is no host; expected one such as shop.example.com"#),
    (#"hosts: "shop..com""#, #""shop..com" is no host; expected one such as"#),
    (#"hosts: "shop.com:70000""#, #""shop.com:70000" is no host; expected one such as"#),
    (#"hosts: "blümchen.example""#, "expected its IDNA form, which begins with xn--"),
    (#"hosts: ["a", "b", "A."]"#, #"the host "a" is listed twice"#),
    (#"hosts: ["[::1]", "[0::0:1]"]"#, #"the host "[::1]" is listed twice"#),
    ("hosts: []", #""hosts" has 0 elements; expected 1 to 1000"#),
    ("hosts: 1", #""hosts" is"#),
    (#"name: "a/b""#, #""a/b" is no name of a site; expected 1 to 64 letters"#),
    (#"host: "a""#, "(did you mean hosts?)"),
  ])
  func `An invalid host is reported with its place and the likely host`(
    members: String,
    message: String
  ) {
    let compilation = site(members).compiled()
    #expect(compilation.edition == nil)
    #expect(compilation.findings.map(\.place.position.line) == [3])
    #expect(compilation.findings.first?.description.contains(message) == true)
  }

  @Test func `The hosts of a site are known while the rest of it is invalid`() throws {
    let broken = site("name: \"shop\", hosts: \"a.example\", ttl: 1")
    #expect(broken.compiled().edition == nil)
    let declared = try #require(SiteSettings(declaredIn: broken))
    #expect(declared.name?.value == "shop")
    #expect(declared.hosts.map { "\($0.pattern)" } == ["a.example"])
    broken.write("{ hosts: ", to: SiteSettings.path)
    #expect(SiteSettings(declaredIn: broken) == nil)
  }

  @Test func `An edition is not published when its hosts are refused, and the old one stays`()
    throws
  {
    let site = site("hosts: \"a.example\"")
    let asked = Mutex<[[String]]>([])
    let publisher = Publisher(site, .common) { settings in
      let hosts = settings.hosts.map { "\($0.pattern)" }
      asked.withLock { $0.append(hosts) }
      guard hosts == ["b.example"] else { return [] }
      return [Finding(.error, .takenHost, at: FilePlace(SiteSettings.path), "no")]
    }
    let now = UnixTime(seconds: 1_000)
    let first = publisher.refresh(at: now)
    #expect(first.isNew)
    // What is served already is not asked about again.
    #expect(!publisher.refresh(at: now).isNew)
    #expect(asked.withLock { $0 } == [["a.example"]])

    let settings = #"{ languages: { published: ["en"], source: "en" }, hosts: "b.example" }"#
    site.write(settings, to: SiteSettings.path)
    let second = publisher.refresh(at: now)
    #expect(!second.isNew && second.findings.map(\.rule) == [.takenHost])
    #expect(second.publication?.edition.name == first.publication?.edition.name)
    #expect(publisher.publication?.edition.name == first.publication?.edition.name)

    site.write(settings.replacing("b.example", with: "c.example"), to: SiteSettings.path)
    #expect(publisher.refresh(at: now).isNew)
  }
}
