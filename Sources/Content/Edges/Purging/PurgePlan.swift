// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import ContentModel
package import HTTPValues

/// The requests of one purge at one edge, and where the purge is proved.
package struct PurgePlan: Sendable, Equatable {
  package let addresses: [Origin]
  /// The requests that every address is sent, one after the other.
  package private(set) var requests: [PurgeRequest]
  package private(set) var note: String?
  /// The public address at which the purge is proved; `nil` where it cannot be.
  package let probe: Origin?
  /// The rate at which the edge accepts requests; `nil` for any.
  package let rate: PurgeRate?
  private let kind: EdgeKind
  private let parameters: PurgeParameters

  /// - Parameter base: the public address of the site, for an edge that declares none.
  package init(
    _ purge: Purge,
    at edge: EdgeSettings,
    base: Origin?,
    environment: [String: String]
  ) throws(PlainError) {
    guard let settings = edge.purge else {
      throw PlainError("the site file has no \"purge\" for it")
    }
    var secrets: [String: String] = [:]
    for (part, variable) in settings.secrets.sorted(by: { $0.key < $1.key }) {
      guard let value = environment[variable], !value.isEmpty else {
        throw PlainError("the environment has no \(variable)")
      }
      secrets[part] = value
    }
    let adapter = edge.kind.adapter
    kind = edge.kind
    parameters = PurgeParameters(
      purge: purge,
      subject: settings.subject,
      secrets: secrets,
      templates: settings.templates,
      base: settings.probe ?? base
    )
    let made = try adapter.requests(for: parameters)
    rate = PurgeRate(settings, adapter.purgeRate)
    addresses = settings.addresses
    requests = made.requests
    probe = adapter.sendsAge ? settings.probe : nil
    let isUnproved = !adapter.sendsAge && settings.probe != nil
    let unproved = isUnproved ? "\(adapter.name) sends no Age, so the purge is not verified" : nil
    note = PurgeRequests.note(made.note, unproved)
  }
}

extension PurgePlan {
  /// The same with the requests of other targets; `nil` for one that the edge cannot purge.
  func sending(_ targets: [Purge.Target], _ strength: Purge.Strength) -> PurgePlan? {
    var plan = self
    var parameters = parameters
    plan.requests = []
    for target in targets {
      parameters.purge = Purge(target, strength)
      guard let made = try? kind.adapter.requests(for: parameters) else { return nil }
      plan.requests += made.requests
    }
    return plan
  }

  mutating func add(note: String) { self.note = PurgeRequests.note(self.note, note) }
}
