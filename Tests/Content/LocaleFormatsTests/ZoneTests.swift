// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Files
import FolderTesting
import Foundation
import LocaleFormats
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Time zones` {
  private static let names = [
    "Europe/Vienna", "Europe/Dublin", "Europe/London", "Europe/Moscow", "America/New_York",
    "America/Sao_Paulo", "America/St_Johns", "America/Nuuk", "America/Havana", "Africa/Casablanca",
    "Africa/Cairo", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Gaza", "Asia/Tehran",
    "Australia/Lord_Howe",
    "Australia/Sydney", "Pacific/Apia", "Pacific/Chatham", "Pacific/Kiritimati", "Etc/GMT+12",
    "UTC",
    "EST5EDT", "Antarctica/Troll",
  ]

  /// Hours around the changes of years behind us and to come, and single instants long ago.
  private static let instants: [Int64] = {
    var instants: [Int64] = [-3_000_000_000, -2_000_000_000, -1_000_000_000, 0, 1_000_000_000]
    for year in [1_943, 1_974, 2_011, 2_026, 2_037, 2_038, 2_061, 2_100, 2_126, 2_400] {
      let start = (Int64(year) - 1_970) * 31_556_952
      for week in 0..<53 { instants.append(start + Int64(week) * 604_800 + Int64(week) * 3_600) }
    }
    return instants
  }()

  @Test func `A time zone has the offsets that the system's date command gives`() async throws {
    // One shell for all of them: it asks the C library, which reads the same files.
    let script = """
      for zone in \(Self.names.joined(separator: " ")); do
        echo "zone $zone"
        printf '@%s\\n' \(Self.instants.map { "\($0)" }.joined(separator: " ")) \\
          | TZ=$zone date -f - '+%s %::z'
      done
      """
    let outcome = try await Program("bash").run(["-c", script], seconds: 50)
    var rules: ZoneRules?
    var compared = 0
    for line in outcome.output.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words[0] == "zone" {
        rules = try ZoneDatabase.system.rules(of: String(words[1]))
        continue
      }
      let seconds = try #require(Int64(words[0]))
      let parts = words[1].dropFirst().split(separator: ":").compactMap { Int($0) }
      let distance = (parts[0] * 60 + parts[1]) * 60 + parts[2]
      let offset = try #require(rules).offset(at: UnixTime(seconds: seconds))
      #expect(
        offset == (words[1].hasPrefix("-") ? -distance : distance),
        "\(rules?.name ?? "") \(line)"
      )
      compared += 1
    }
    #expect(compared == Self.names.count * Self.instants.count)
  }

  @Test func `Each time zone of the system can be read`() throws {
    let database = ZoneDatabase.system
    let names = database.names
    #expect(names.count > 300)
    for name in names { #expect(try database.rules(of: name) != nil, "\(name)") }
  }

  @Test(arguments: [
    "", "/", "Europe", "Europe/", "Europe//Vienna", "../zoneinfo/UTC", "./UTC", "Europe/Wien",
    "europe/vienna", "right/Europe/Vienna", "posix/UTC", "localtime", "zone.tab", "UTC\0",
    String(repeating: "A", count: 65),
  ])
  func `A name that is no time zone is unknown`(name: String) throws {
    #expect(try ZoneDatabase.system.rules(of: name) == nil)
  }

  @Test func `A missing time zone database is reported with its folder`() {
    let error = #expect(throws: PlainError.self) {
      try ZoneDatabase("/nowhere/zones").rules(of: "UTC")
    }
    #expect(error?.description.contains("/nowhere/zones is missing") == true)
  }

  @Test func `A time zone file beyond the limit is reported with its path and size limit`() throws {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/zones"
    try Files.makeFolder(folder)
    let bytes = [UInt8](repeating: 0, count: ZoneFile.maximumBytes + 1)
    try Files.write(bytes, to: "\(folder)/Huge")
    do {
      _ = try ZoneDatabase(folder).rules(of: "Huge")
      Issue.record("a zone was read")
    } catch {
      #expect(
        error.description
          == "cannot read \(folder)/Huge: it has more than \(ZoneFile.maximumBytes) bytes"
      )
    }
  }

  /// Cut anywhere or changed anywhere, a file is refused or read; it is never read beyond its end.
  @Test func `A damaged time zone file is refused or read within its bounds`() throws {
    let file = try Files.read("\(ZoneDatabase.systemFolder)/Europe/Vienna")
    for count in 0..<file.count - 1 {
      let rules = ZoneFile.rules(Array(file.prefix(count)).span, name: "a")
      #expect(rules?.name == nil, "\(count) bytes")
    }
    for index in file.indices {
      for byte in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
        var damaged = file
        damaged[index] = byte
        let rules = ZoneFile.rules(damaged.span, name: "a")
        for seconds in [Int64.min, -2_000_000_000, 0, 1_797_728_640, 9_000_000_000, .max] {
          _ = rules?.offset(at: UnixTime(seconds: seconds))
        }
      }
    }
  }

  @Test(arguments: [
    ("UTC0", [0, 0]), ("CET-1CEST,M3.5.0,M10.5.0/3", [3_600, 7_200]),
    ("<+0330>-3:30", [12_600, 12_600]), ("AEST-10AEDT,M10.1.0,M4.1.0/3", [39_600, 36_000]),
    // Daylight saving without an end, by two changes at one instant.
    ("ABC3EDT4,0/0,J365/23", [-14_400, -14_400]),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", [0, 3_600]),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", [-7_200, -3_600]),
    ("EST5EDT,J60,J300", [-18_000, -14_400]), ("EST5EDT,59/0,300/0", [-18_000, -14_400]),
  ])
  func `A time zone after its last transition follows the rule at the end of its file`(
    rule: String,
    offsets: [Int32]
  ) throws {
    let read = YearlyZoneRule(rule.utf8Span.span)
    let rule = try #require(read)
    // The middle of January and of July 2050.
    let instants = [2_525_860_800, 2_541_499_200].map { UnixTime(seconds: $0) }
    #expect(instants.map { rule.offset(at: $0) } == offsets)
  }

  @Test(arguments: [
    "", "CE", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-25",
    "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
    "CET-1CEST,J0,J1", "CET-1CEST,J366,J1", "CET-1CEST,M3.5.0,M10.5.0,", "<CET-1", "CET-1:60",
    "CET-99999999999999999999",
  ])
  func `A malformed rule at the end of a time zone file is refused`(rule: String) {
    let read = YearlyZoneRule(rule.utf8Span.span)
    #expect(read == nil)
  }
}
