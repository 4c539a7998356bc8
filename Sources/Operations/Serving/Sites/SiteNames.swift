// SPDX-License-Identifier: Apache-2.0

package import Bytes
import FileShapes
import Files
import Sites

/// A site to serve, with its name.
package struct NamedSite {
  let name: String
  package let options: SiteOptions
  /// The settings that the site declares at the start; `nil` if they cannot be read.
  let declared: SiteSettings?
}

/// The names of all sites of a process.
package enum SiteNames {
  package static let maximumCount = 64

  /// Returns the sites of some folders. A single site uses the state folder itself, several use one
  /// folder each in it.
  package static func sites(in folders: [String], state: String?) throws(PlainError) -> [NamedSite]
  {
    var sites: [NamedSite] = []
    for folder in folders {
      let declared = SiteSettings(declaredIn: SiteFolder(folder))
      let name = declared?.name?.value ?? name(ofFolder: folder)
      if let other = sites.first(where: { $0.name == name }) {
        throw PlainError(
          "the sites in \(other.options.folder) and \(folder) are both called \"\(name)\"; expected a "
            + "\"name\" in \(SiteSettings.path) that no other site has"
        )
      }
      let own = folders.count > 1 ? state.map { "\($0)/\(name)" } : state
      sites.append(
        NamedSite(name: name, options: SiteOptions(folder, state: own), declared: declared)
      )
    }
    return sites
  }

  private static func name(ofFolder folder: String) -> String {
    let parts = (Files.realPath(folder) ?? folder).split(separator: "/")
    return parts.last.map(String.init) ?? "site"
  }
}
