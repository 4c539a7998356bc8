// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// All values that an edition's content distinguishes, as small numbers (atoms); all other values
/// are atom 0.
package struct AudienceSpace: Sendable {
  let countries: SetAtoms<RegionCode>
  let devices: SetAtoms<DeviceClass>
  let appVersions: LinearAtoms<AppVersion>
  let builds: LinearAtoms<UInt64>
  let appNames: SetAtoms<String>
  /// The arms of each experiment.
  let cohorts: [SetAtoms<Int>]
  /// The atom of each country, by its code's number, and of each device: lookup tables for
  /// requests.
  private let countryAtoms: [UInt8]
  private let deviceAtoms: [UInt8]

  /// Creates the atoms for these conditions, independent of their order.
  package init(_ conditions: some Collection<Conditions>) throws(AudienceLimit) {
    countries = try AudienceSpace.within(.country) { () throws(AtomLimit) in
      try SetAtoms(conditions.compactMap(\.countries))
    }
    devices = try AudienceSpace.within(.device) { () throws(AtomLimit) in
      try SetAtoms(conditions.compactMap(\.devices))
    }
    appVersions = try AudienceSpace.within(.app) { () throws(AtomLimit) in
      try LinearAtoms(conditions.compactMap(\.appVersions))
    }
    builds = try AudienceSpace.within(.build) { () throws(AtomLimit) in
      try LinearAtoms(conditions.compactMap(\.builds))
    }
    appNames = try AudienceSpace.within(.appName) { () throws(AtomLimit) in
      try SetAtoms(conditions.compactMap(\.appNames))
    }
    var cohorts: [SetAtoms<Int>] = []
    for experiment in 0..<Dimension.maximumExperiments {
      cohorts.append(
        try AudienceSpace.within(.cohort(experiment)) { () throws(AtomLimit) in
          try SetAtoms(
            conditions.flatMap(\.cohorts).filter { $0.experiment == experiment }.map(\.arms)
          )
        }
      )
    }
    self.cohorts = cohorts
    var countryAtoms = [UInt8](repeating: 0, count: Int(UInt16(1) << 11))
    for (atom, members) in countries.members.enumerated() {
      for country in members { countryAtoms[Int(country.rawValue)] = UInt8(atom) }
    }
    self.countryAtoms = countryAtoms
    let devices = devices
    deviceAtoms = DeviceClass.allCases.sorted { $0.number < $1.number }.map { devices.atom(of: $0) }
  }

  private static func within<Atoms>(
    _ dimension: Dimension,
    _ make: () throws(AtomLimit) -> Atoms
  ) throws(AudienceLimit) -> Atoms {
    do {
      return try make()
    } catch {
      throw AudienceLimit(dimension: dimension, count: error.count)
    }
  }

  /// Returns the number of atoms of a dimension, atom 0 included.
  package func atomCount(of dimension: Dimension) -> Int {
    switch dimension {
    case .country: countries.count
    case .device: devices.count
    case .app: appVersions.count
    case .build: builds.count
    case .appName: appNames.count
    case .time: 1
    default: dimension.experiment.map { cohorts[$0].count } ?? 1
    }
  }

  package func atom(ofCountry country: RegionCode) -> UInt8 {
    countryAtoms[Int(country.rawValue)]
  }

  package func atom(ofDevice device: DeviceClass?) -> UInt8 {
    device.map { deviceAtoms[$0.number] } ?? 0
  }

  package func atom(ofVersion version: AppVersion?) -> UInt8 { appVersions.atom(of: version) }

  package func atom(ofBuild build: UInt64?) -> UInt8 { builds.atom(of: build) }

  package func atom(ofAppName name: String?) -> UInt8 { appNames.atom(of: name) }

  package func atom(ofArm arm: Int?, in experiment: Int) -> UInt8 {
    cohorts[experiment].atom(of: arm)
  }

  /// Returns the atoms that meet the conditions in a dimension; `nil` if it is not named.
  func atoms(of dimension: Dimension, in conditions: Conditions) -> [UInt8]? {
    switch dimension {
    case .country: conditions.countries.map { countries.atoms(in: $0) }
    case .device: conditions.devices.map { devices.atoms(in: $0) }
    case .app: conditions.appVersions.map { appVersions.atoms(in: $0) }
    case .build: conditions.builds.map { builds.atoms(in: $0) }
    case .appName: conditions.appNames.map { appNames.atoms(in: $0) }
    case .time: nil
    default:
      conditions.cohorts.first { $0.experiment == dimension.experiment }
        .map { cohorts[$0.experiment].atoms(in: $0.arms) }
    }
  }
}

extension AudienceSpace {
  /// Returns a device of an atom; the content treats all devices of one atom alike. `nil` for atom
  /// 0.
  package func device(ofAtom atom: UInt8) -> DeviceClass? { devices.members[Int(atom)].first }
}

extension AudienceSpace {
  /// Returns whether an audience certainly meets conditions; values that the edition does not
  /// distinguish do not.
  package func meets(_ audience: Audience, _ conditions: Conditions, at now: UnixTime) -> Bool {
    if let time = conditions.time, !time.contains(now) { return false }
    return conditions.named.allSatisfy { dimension in
      guard dimension != .time else { return true }
      let atom = audience[dimension]
      return atom != 0 && atoms(of: dimension, in: conditions)?.contains(atom) ?? true
    }
  }
}

extension AudienceSpace {
  /// The versions at which content may change, in order.
  package var versionBounds: [AppVersion] { appVersions.bounds }

  /// The builds at which content may change, in order.
  package var buildBounds: [UInt64] { builds.bounds }

  /// The apps that content names.
  package var namedApps: [String] { appNames.members.flatMap(\.self).sorted() }
}
