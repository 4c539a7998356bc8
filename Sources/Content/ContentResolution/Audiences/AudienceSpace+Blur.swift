// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// A condition that audience tokens cannot express: the content does not distinguish all values
/// that it does.
package struct AudienceBlur: Sendable, Equatable {
  package let dimension: Dimension
  /// The values that the condition names.
  package let named: [String]
  /// Named values that no content distinguishes.
  package let unknown: [String]
  /// Values that it does not name, but that share an atom with one it does.
  package let others: [String]

  /// Whether the values are versions or builds, distinguished by bounds.
  package var isOrdered: Bool { dimension == .app || dimension == .build }
}

extension AudienceSpace {
  /// Returns where atoms are too coarse for conditions that are not part of the edition; empty if
  /// they can be expressed exactly.
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
  /// A bound that no content has lies within an atom.
  fileprivate func blur(of set: IntervalSet<Bound>, _ dimension: Dimension) -> AudienceBlur {
    AudienceBlur(
      dimension: dimension,
      named: [],
      unknown: set.bounds.filter { !bounds.contains($0) }.map { "\($0)" },
      others: []
    )
  }
}
