// SPDX-License-Identifier: Apache-2.0

package import ContentModel

extension AudienceSpace {
  /// The versions from which on something may be another than before, in their order.
  package var versionBounds: [AppVersion] { appVersions.bounds }

  /// The builds from which on something may be another than before, in their order.
  package var buildBounds: [UInt64] { builds.bounds }

  /// The apps that something in the content names.
  package var namedApps: [String] { appNames.members.flatMap(\.self).sorted() }
}
