// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Who is asking, as far as a request can be believed.
package struct Visitor: Sendable, Equatable {
  /// Where a country or device was taken from.
  package enum Origin: String, Sendable, Hashable {
    /// The query of the request.
    case query
    /// The field `X-App`.
    case field = "X-App"
    /// The trusted peer in front.
    case edge
    /// The database of addresses.
    case address
    case userAgent = "User-Agent"
    /// Nothing said anything that can be believed.
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
  /// Empty where the app does not say.
  package var installation = ""
  package var session = ""
  /// Members of `X-App` that cannot be read.
  package var dropped: [AppField.DroppedMember] = []

  package init() {}
}
