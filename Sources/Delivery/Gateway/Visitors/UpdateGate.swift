// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Sites

/// The decision of a site's update rule about a version of an app.
enum GateOutcome: Hashable {
  case open
  case recommended(app: Int)
  case required(app: Int)
}

extension SiteSettings {
  /// The decision of the update rule about a visitor; a version that cannot be parsed is let
  /// through.
  func gate(for visitor: Visitor, at now: UnixTime) -> GateOutcome {
    let number =
      visitor.appName.map { name in apps.firstIndex { $0.name == name } }
      ?? (apps.count == 1 ? 0 : nil)
    guard let number, let gate = apps[number].gate, gate.from.map({ $0 <= now }) ?? true else {
      return .open
    }
    if let build = visitor.build, gate.blockedBuilds.contains(build) {
      return .required(app: number)
    }
    guard let version = visitor.version else { return .open }
    if let minimum = gate.minimum, version < minimum { return .required(app: number) }
    if let recommended = gate.recommended, version < recommended {
      return .recommended(app: number)
    }
    return .open
  }

  /// Freshness of the decision: it holds between the instants at which an update becomes required.
  func gateFreshness(at now: UnixTime) -> Freshness {
    let instants = apps.compactMap { $0.gate?.from }
    let next = instants.filter { $0 > now }.min() ?? .distantFuture
    let last = instants.filter { $0 <= now }.max() ?? .distantPast
    return Freshness(since: last, expire: next, change: next)
  }
}
