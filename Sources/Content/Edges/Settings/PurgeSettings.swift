// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import HTTPValues

/// Settings for purging an edge, as a site's file declares them.
package struct PurgeSettings: Sendable, Hashable {
  /// The addresses that purges are sent to: all nodes of a cache, or the API of a CDN.
  package var addresses: [Origin] = []
  /// The identifier of what is purged at a CDN: its service, zone, distribution or network.
  package var subject = ""
  /// The subject as it is declared, by the key that each kind of CDN has for it.
  var subjects: [String: String] = [:]
  /// The variables of the environment with the CDN's credentials, by the name of the part; the only
  /// part has no name.
  package var secrets: [String: String] = [:]
  /// The public address of the site, where purges are proved.
  package var probe: Origin?
  /// The requests of an edge of kind plain, by what they purge.
  package var templates: [Purge.Target.Kind: PurgeTemplate] = [:]
  /// Requests a minute that the edge accepts, and at once; `nil` for what is known of its kind.
  package var rate: Int?
  package var burst: Int?
  /// Whether a publication or a change of the emergency file purges what it changes.
  package var isOnPublish = true

  package init() {}
}
