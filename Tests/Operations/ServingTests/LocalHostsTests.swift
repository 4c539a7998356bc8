// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor
import Serving
import Testing

@Suite struct `Hosts of webhooks that may be local` {
  private static let local = [
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "169.254.169.254", "169.254.0.1", "100.100.100.200",
    "192.0.0.192", "168.63.129.16", "::1", "::", "::ffff:127.0.0.1", "::ffff:169.254.169.254",
    "64:ff9b::169.254.169.254", "fe80::1", "febf::1", "fd00:ec2::254", "fd20:ce::254",
  ]

  private func refusal(_ host: String, _ ip: String, _ hosts: LocalHosts) throws -> String? {
    let address = try #require(SocketAddress(ip: ip, port: 80), "\(ip)")
    return hosts.refusal(Origin(.http, host: host, port: 80), address)
  }

  @Test(arguments: local)
  func `An address of the machine, a link or a cloud's metadata is refused`(ip: String) throws {
    let hosts = LocalHosts(["Hooks.internal", "[::1]"], admitsLiterals: false)
    let reason = try refusal("hooks.example.com", ip, hosts)
    #expect(reason?.hasPrefix("hooks.example.com is ") == true, "\(ip)")
    #expect(try (refusal(ip, ip, hosts) == nil) == (ip == "::1"), "\(ip)")
    #expect(try refusal("hooks.internal", ip, hosts) == nil, "\(ip)")
    #expect(try refusal("HOOKS.internal", ip, hosts) == nil, "\(ip)")
  }

  @Test(arguments: local)
  func `An address that the site has written itself is declared by that, and a name is not`(
    ip: String
  ) throws {
    let hosts = LocalHosts([], admitsLiterals: true)
    #expect(try refusal(ip, ip, hosts) == nil && refusal("localhost", ip, hosts) == nil, "\(ip)")
    #expect(try refusal("hooks.example.com", ip, hosts) != nil, "\(ip)")
  }

  @Test(arguments: [
    "10.0.0.1", "192.168.1.1", "172.16.0.1", "128.0.0.1", "169.253.1.1", "2001:db8::1", "fec0::1",
    "fd00::1", "64:ff9b::8.8.8.8", "::ffff:10.0.0.1",
  ])
  func `Other addresses need no declaration`(ip: String) throws {
    #expect(try refusal("hooks.example.com", ip, LocalHosts([], admitsLiterals: false)) == nil)
  }
}
