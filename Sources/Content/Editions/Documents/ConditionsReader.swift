// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes

/// Reads for whom a variant or a row is, in the words of a site.
struct ConditionsReader {
  private static let devices = DeviceClass.allCases.map(\.rawValue)

  let site: SiteSettings

  /// What a `when` says; `nil` if a part of it could not be read.
  func conditions(
    _ value: DataValue,
    in file: String,
    _ findings: inout Findings
  ) -> Conditions? {
    let before = findings.all.count
    guard var when = MemberReader(value, of: "\"when\"", in: file, &findings) else { return nil }
    var conditions = Conditions()
    if let names = when.strings("country", &findings) {
      conditions.countries = countries(names, at: when.place, &findings)
    }
    if let names = when.strings("device", &findings) {
      conditions.devices = devices(names, at: when.place, &findings)
    }
    if let range = when.name("app", &findings) {
      conditions.appVersions = ConditionsReader.versions(range, &findings)
    }
    if let value = when.value("build") {
      conditions.builds = ConditionsReader.builds(value, in: file, &findings)
    }
    if let names = when.strings("appName", &findings) {
      refuseEmpty(names.isEmpty, "appName", at: when.place, &findings)
      conditions.appNames = known(names, "app", among: site.appNames, &findings)
    }
    if let names = when.strings("cohort", &findings) {
      refuseEmpty(names.isEmpty, "cohort", at: when.place, &findings)
      conditions.cohorts = cohorts(names, &findings)
    }
    readTime(&when, &conditions, &findings)
    when.refuseOthers(&findings)
    return findings.all.count == before ? conditions : nil
  }

  /// The countries of a list of codes and names of regions.
  func countries(
    _ names: [PlacedName],
    at place: FilePlace,
    _ findings: inout Findings
  ) -> [RegionCode] {
    var countries: Set<RegionCode> = []
    for name in names {
      if let region = site.regions[name.name] {
        countries.formUnion(region)
      } else if name.name.utf8.count == 2 {
        let country = TextForm.country.value(of: name.name, at: name.place, &findings)
        if let country { countries.insert(country) }
      } else {
        findings.error(
          .unknownName,
          at: name.place,
          "\"\(name.name)\" is no country and no region of the site",
          suggestion: Suggestion.nearest(to: name.name, among: site.regions.keys.sorted())
        )
      }
    }
    refuseEmpty(countries.isEmpty && names.isEmpty, "country", at: place, &findings)
    return countries.sorted()
  }

  func devices(
    _ names: [PlacedName],
    at place: FilePlace,
    _ findings: inout Findings
  ) -> [DeviceClass] {
    refuseEmpty(names.isEmpty, "device", at: place, &findings)
    let devices = known(names, "device", among: ConditionsReader.devices, &findings)
    return Set(devices.compactMap { DeviceClass(rawValue: $0) }).sorted()
  }

  private func known(
    _ names: [PlacedName],
    _ what: String,
    among known: [String],
    _ findings: inout Findings
  ) -> [String] {
    Set(
      names.filter { name in
        if known.contains(name.name) { return true }
        findings.error(
          .unknownName,
          at: name.place,
          "\"\(name.name)\" is no \(what) of the site",
          suggestion: Suggestion.nearest(to: name.name, among: known)
        )
        return false
      }.map(\.name)
    ).sorted()
  }

  /// Names such as `checkout/b`, or `checkout` for all its arms.
  private func cohorts(
    _ names: [PlacedName],
    _ findings: inout Findings
  ) -> [Conditions.Cohort] {
    var arms: [Int: Set<Int>] = [:]
    for name in names {
      let parts = name.name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let number = site.experiments.firstIndex(where: { $0.name == parts[0] }) else {
        findings.error(
          .unknownName,
          at: name.place,
          "\"\(parts[0])\" is no experiment of the site",
          suggestion: Suggestion.nearest(
            to: String(parts[0]),
            among: site.experiments.map(\.name)
          )
        )
        continue
      }
      let experiment = site.experiments[number]
      guard parts.count == 2 else {
        arms[number, default: []].formUnion(experiment.arms.indices)
        continue
      }
      guard let arm = experiment.arms.firstIndex(where: { $0.name == parts[1] }) else {
        findings.error(
          .unknownName,
          at: name.place,
          "\"\(parts[1])\" is no arm of the experiment \"\(parts[0])\"",
          suggestion: Suggestion.nearest(
            to: String(parts[1]),
            among: experiment.arms.map(\.name)
          )
        )
        continue
      }
      arms[number, default: []].insert(arm)
    }
    return arms.sorted { $0.key < $1.key }.map {
      Conditions.Cohort(experiment: $0.key, arms: $0.value.sorted())
    }
  }

  private func readTime(
    _ when: inout MemberReader,
    _ conditions: inout Conditions,
    _ findings: inout Findings
  ) {
    let from = when.value("from").map { ($0, "from") }
    let until = when.value("until").map { ($0, "until") }
    guard from != nil || until != nil else { return }
    let bounds = [from, until].map { bound in
      bound.flatMap { ConditionsReader.time($0.0, of: $0.1, in: when.file, &findings) }
    }
    let time = IntervalSet(from: bounds[0], until: bounds[1])
    if time.isEmpty {
      findings.error(.badValue, at: when.place, "\"from\" is not before \"until\"")
    }
    conditions.time = time
  }

  private func refuseEmpty(
    _ isEmpty: Bool,
    _ key: String,
    at place: FilePlace,
    _ findings: inout Findings
  ) {
    guard isEmpty else { return }
    findings.error(.badValue, at: place, "\"\(key)\" names nothing, so that nobody is meant")
  }

  static func versions(
    _ range: PlacedName,
    _ findings: inout Findings
  ) -> IntervalSet<AppVersion>? {
    if let versions = VersionRange.versions(in: range.name) { return versions }
    findings.error(
      .badValue,
      at: range.place,
      "\"\(range.name)\" is no range of versions; expected one such as \(VersionRange.example)"
    )
    return nil
  }

  /// A build as a number, or a range of builds as of versions.
  static func builds(
    _ value: DataValue,
    in file: String,
    _ findings: inout Findings
  ) -> IntervalSet<UInt64>? {
    switch value.content {
    case .integer(let build) where build >= 0:
      return IntervalSet(from: UInt64(build), until: UInt64(build) + 1)
    case .string(let text):
      if let builds = BuildRange.builds(in: text) { return builds }
    default: break
    }
    findings.error(
      .badValue,
      at: FilePlace(file, value.position),
      "\"build\" is no range of builds; expected one such as \(BuildRange.example)"
    )
    return nil
  }

  static func time(
    _ value: DataValue,
    of key: String,
    in file: String,
    _ findings: inout Findings
  ) -> UnixTime? {
    switch value.content {
    case .string(let text): if let time = UnixTime(text) { return time }
    case .date(let date): return UnixTime(seconds: Int64(date.secondsSince1970.rounded(.down)))
    default: break
    }
    findings.error(
      .badValue,
      at: FilePlace(file, value.position),
      "\"\(key)\" is no instant; expected one with its zone such as \(UnixTime.example)"
    )
    return nil
  }
}
