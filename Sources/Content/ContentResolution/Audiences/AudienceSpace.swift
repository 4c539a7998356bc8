// SPDX-License-Identifier: Apache-2.0

package import Bytes
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
  package init(_ conditions: some Collection<Conditions>) throws(PlainError) {
    countries = try SetAtoms(conditions.compactMap(\.countries), of: .country)
    devices = try SetAtoms(conditions.compactMap(\.devices), of: .device)
    appVersions = try LinearAtoms(conditions.compactMap(\.appVersions), of: .app)
    builds = try LinearAtoms(conditions.compactMap(\.builds), of: .build)
    appNames = try SetAtoms(conditions.compactMap(\.appNames), of: .appName)
    var cohorts: [SetAtoms<Int>] = []
    for experiment in 0..<Dimension.maximumExperiments {
      let arms = conditions.flatMap(\.cohorts).filter { $0.experiment == experiment }.map(\.arms)
      cohorts.append(try SetAtoms(arms, of: .cohort(experiment)))
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

extension Dimension {
  /// The most atoms of a dimension: an atom has eight bits, and 0 is for all values that no condition names.
  package static let mostAtoms = 255

  /// Refuses conditions that distinguish too many values of the dimension.
  func checkAtoms(_ count: Int) throws(PlainError) {
    guard count > Dimension.mostAtoms else { return }
    throw PlainError(
      "conditions tell \(count) values of \(self) apart; expected at most \(Dimension.mostAtoms)"
    )
  }
}
