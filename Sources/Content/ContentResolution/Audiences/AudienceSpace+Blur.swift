// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// What tokens cannot say of a condition: it names values that the content does not tell apart as it
/// does.
package struct AudienceBlur: Sendable, Equatable {
  package let dimension: Dimension
  /// What the condition names.
  package let named: [String]
  /// What of it is told apart from nothing.
  package let unknown: [String]
  /// What it does not name and what is not told apart from what it does.
  package let others: [String]

  /// Whether its values are told apart by bounds.
  package var isOrdered: Bool { dimension == .app || dimension == .build }
}

extension AudienceSpace {
  /// Where tokens say less than conditions need that the edition was not made with; empty where
  /// everybody can be told.
  package func blurs(of conditions: Conditions) -> [AudienceBlur] {
    var blurs: [AudienceBlur] = []
    if let named = conditions.countries {
      blurs.append(countries.blur(of: named, .country) { "\($0)" })
    }
    if let named = conditions.devices {
      blurs.append(devices.blur(of: named, .device, \.rawValue))
    }
    if let named = conditions.appNames { blurs.append(appNames.blur(of: named, .appName, \.self)) }
    if let named = conditions.appVersions { blurs.append(appVersions.blur(of: named, .app)) }
    if let named = conditions.builds { blurs.append(builds.blur(of: named, .build)) }
    return blurs.filter { !$0.unknown.isEmpty || !$0.others.isEmpty }
  }
}

extension SetAtoms {
  fileprivate func blur(
    of values: [Value],
    _ dimension: Dimension,
    _ name: (Value) -> String
  ) -> AudienceBlur {
    let known = values.filter { atom(of: $0) != 0 }
    let others = Set(known.flatMap { members[Int(atom(of: $0))] }).subtracting(values)
    return AudienceBlur(
      dimension: dimension,
      named: known.map(name),
      unknown: values.filter { atom(of: $0) == 0 }.map(name),
      others: others.sorted().map(name)
    )
  }
}

extension LinearAtoms {
  /// A bound that no document has lies in the middle of what is one to all of them.
  fileprivate func blur(of set: IntervalSet<Bound>, _ dimension: Dimension) -> AudienceBlur {
    AudienceBlur(
      dimension: dimension,
      named: [],
      unknown: set.bounds.filter { !bounds.contains($0) }.map { "\($0)" },
      others: []
    )
  }
}
