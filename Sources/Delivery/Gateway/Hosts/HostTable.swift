// SPDX-License-Identifier: Apache-2.0

import Bytes
import Editions
import HTTPValues
import Sites

// A host is read from its end, so that the hash of every suffix is known on the way, and all
// possible entries are found in one pass: the wildcards from the shortest to the longest, and the
// name itself at the end. Each is looked for with the port first. An IPv6 address, which has many
// forms, is looked for by its bits. Nothing is allocated.

/// Hash table of sites by their hosts, with open addressing.
struct HostTable: Sendable {
  /// The owner of a host.
  enum Owner: Equatable {
    /// A site, by its index.
    case site(Int)
    /// No site has it.
    case nobody
    /// The request names no host, and no site answers for the rest.
    case unnamed
  }

  private struct Entry {
    let hash: UInt64
    /// Range of its name among all names.
    let name: Range<Int>
    let isWildcard: Bool
    /// The port; 0 for every port.
    let port: UInt16
    let site: Int
  }

  /// An IPv6 address, and the port of an entry.
  private struct Endpoint: Hashable {
    let address: IPAddress
    let port: UInt16
  }

  private static let nothing = -1

  /// The only site, if it answers for every host.
  let only: Int?
  /// The site for all other hosts.
  private let rest: Int?
  private var names: [UInt8] = []
  private var entries: [Entry] = []
  /// Indices of entries; their number is a power of two, and at least half of them are free.
  private var slots: [Int]
  /// The sites of IPv6 addresses.
  private var literals: [Endpoint: Int] = [:]

  /// - Parameter sites: the hosts of each site; an empty list means all other hosts, and `nil`
  ///   none.
  init(_ sites: [[HostPattern]?]) {
    rest = sites.firstIndex { $0?.isEmpty == true }
    only = sites.allSatisfy { $0?.isEmpty ?? true } ? rest : nil
    let count = sites.reduce(0) { $0 + ($1?.count ?? 0) }
    var size = 2
    while size < count * 2 { size *= 2 }
    slots = [Int](repeating: HostTable.nothing, count: size)
    for (site, hosts) in sites.enumerated() {
      for host in hosts ?? [] { add(host, site) }
    }
  }

  private mutating func add(_ host: HostPattern, _ site: Int) {
    if let address = IPAddress(literal: host.name.utf8Span.span) {
      literals[Endpoint(address: address, port: host.port ?? 0)] = site
      return
    }
    let name = names.count..<(names.count + host.name.utf8.count)
    names += host.name.utf8
    var hash = HostTable.start
    for index in name.reversed() { hash = HostTable.hash(hash, names[index]) }
    var slot = place(hash)
    while slots[slot] != HostTable.nothing { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entries.count
    entries.append(
      Entry(
        hash: hash,
        name: name,
        isWildcard: host.isWildcard,
        port: host.port ?? 0,
        site: site
      )
    )
  }

  /// The site that answers requests for an authority.
  func owner(of authority: Span<UInt8>, _ scheme: Scheme) -> Owner {
    if let only { return .site(only) }
    let (length, named) = HostTable.parts(of: authority)
    guard length > 0 else { return rest.map { .site($0) } ?? .unnamed }
    let port = named ?? scheme.defaultPort
    let host = authority.extracting(first: length)
    let site = host[0] == UInt8(ascii: "[") ? site(ofLiteral: host, port) : site(ofName: host, port)
    guard let site = site ?? rest else { return .nobody }
    return .site(site)
  }

  private func site(ofLiteral literal: Span<UInt8>, _ port: UInt16) -> Int? {
    guard !literals.isEmpty, let address = IPAddress(literal: literal) else { return nil }
    return literals[Endpoint(address: address, port: port)]
      ?? literals[Endpoint(address: address, port: 0)]
  }

  private func site(ofName name: Span<UInt8>, _ port: UInt16) -> Int? {
    var found = HostTable.nothing
    var hash = HostTable.start
    var index = name.count
    while index > 0 {
      index &-= 1
      let byte = name[index].lowercased
      if byte == UInt8(ascii: "."), index > 0 {
        let entry = entry(name.extracting((index &+ 1)...), hash, port, isWildcard: true)
        if entry != HostTable.nothing { found = entry }
      }
      hash = HostTable.hash(hash, byte)
    }
    let entry = entry(name, hash, port, isWildcard: false)
    if entry != HostTable.nothing { found = entry }
    return found == HostTable.nothing ? nil : entries[found].site
  }

  /// Returns the entry of a name, for this port or else for all.
  private func entry(
    _ name: Span<UInt8>,
    _ hash: UInt64,
    _ port: UInt16,
    isWildcard: Bool
  ) -> Int {
    var slot = place(hash)
    var found = HostTable.nothing
    while slots[slot] != HostTable.nothing {
      let number = slots[slot]
      if entries[number].hash == hash, entries[number].isWildcard == isWildcard,
        name.matches(ignoringCase: names.span.extracting(entries[number].name))
      {
        if entries[number].port == port { return number }
        if entries[number].port == 0 { found = number }
      }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return found
  }

  /// The length of the host without a dot at its end, and the port behind it.
  static func parts(of authority: Span<UInt8>) -> (length: Int, port: UInt16?) {
    var length = authority.count
    var port: UInt16?
    var colon = length &- 1
    while colon >= 0, authority[colon].isDigit { colon &-= 1 }
    if colon >= 0, authority[colon] == UInt8(ascii: ":") {
      let digits = authority.extracting((colon &+ 1)...)
      port = digits.isEmpty ? nil : UInt16(clamping: digits.decimal ?? 0)
      length = colon
    }
    if length > 1, authority[length &- 1] == UInt8(ascii: ".") { length &-= 1 }
    return (length, port)
  }

  // FNV-1a: the names come from the operator, so nobody gains by collisions.
  private static let start: UInt64 = 0xcbf2_9ce4_8422_2325

  @inline(__always)
  private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  @inline(__always)
  private func place(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash ^ hash >> 32) & (slots.count &- 1)
  }
}
