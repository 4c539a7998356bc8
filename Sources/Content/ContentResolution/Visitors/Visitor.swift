// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The visitor of a request, as far as it can be trusted.
package struct Visitor: Sendable, Equatable {
  /// The source of a country or device.
  package enum Origin: String, Sendable, Hashable {
    /// The query of the request.
    case query
    case field = "X-App"
    /// The trusted CDN in front.
    case edge
    /// The country database, by IP address.
    case address
    case userAgent = "User-Agent"
    /// No source.
    case nothing
  }

  package var languages = DesiredLanguages()
  package var country = RegionCode.unspecified
  package var countryOrigin = Origin.nothing
  package var device: DeviceClass?
  package var deviceOrigin = Origin.nothing
  package var appName: String?
  package var version: AppVersion?
  package var build: UInt64?
  /// Empty if the app does not send one.
  package var installation = ""
  package var session = ""
  /// Malformed members of `X-App`.
  package var dropped: [AppField.DroppedMember] = []

  package init() {}
}
