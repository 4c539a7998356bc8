// SPDX-License-Identifier: Apache-2.0

package import Files

/// A site as its editors have it: a folder with `Content` and `Locales` in it.
package struct SiteFolder: SiteSource {
  package static let contentFolder = "Content"
  package static let localesFolder = "Locales"
  /// The folder with what shipped versions of apps decode.
  package static let versionsFolder = "Content/Versions"

  package let path: String

  package init(_ path: String) { self.path = path }

  package func files() throws(SourceFault) -> [FileEntry] {
    var files: [FileEntry] = []
    for folder in [SiteFolder.contentFolder, SiteFolder.localesFolder]
    where folder == SiteFolder.contentFolder || Files.exists("\(path)/\(folder)") {
      do {
        files += try FileTree("\(path)/\(folder)").files.map { entry in
          FileEntry(path: "\(folder)/\(entry.path)", size: entry.size, stamp: entry.stamp)
        }
      } catch {
        throw SourceFault(path: folder, reason: error.description)
      }
    }
    return files
  }

  package func has(_ file: String) throws(SourceFault) -> Bool {
    do {
      let slash = file.lastIndex(of: "/") ?? file.startIndex
      let name = String(file[slash...].drop { $0 == "/" })
      return try Files.has(name, in: "\(path)/\(file[..<slash])")
    } catch {
      throw SourceFault(path: file, reason: error.description)
    }
  }

  package func read(_ file: String, limit: Int) throws(SourceFault) -> [UInt8] {
    do {
      return try Files.read("\(path)/\(file)", limit: limit)
    } catch {
      throw SourceFault(path: file, reason: error.description)
    }
  }
}
