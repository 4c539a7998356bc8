// SPDX-License-Identifier: Apache-2.0

import Bytes
import Files
import Message
import Signals

/// The place of the log with a site's requests. Several sites of a process have one log, in the state folder of
/// the process, which has a folder with the name of each site.
struct SiteLogFolder {
  /// The state folder with the log.
  let state: String
  /// The site whose requests are meant; `nil` for a log of one site alone.
  private let site: String?

  /// Finds the log of the site with a state folder, there or in the folder around it.
  init(of state: String) throws {
    let path = Files.realPath(state) ?? state
    let end = path.lastIndex(of: "/") ?? path.startIndex
    let (folder, name) = (String(path[..<end]), String(path[end...].drop { $0 == "/" }))
    if try EventReader(state: state).hasRings {
      self.state = state
      site = try SiteLogFolder.names(name, in: state) ? name : nil
      return
    }
    if Files.exists(EventLog.folder(in: folder)), try SiteLogFolder.names(name, in: folder) {
      (self.state, site) = (folder, name)
      return
    }
    throw PlainError.noLog(in: state)
  }

  /// Whether an event is of the site.
  func contains(_ record: EventRecord) -> Bool {
    guard let site else { return true }
    return record[.site] == .text(site)
  }

  /// Whether a log has events of a site of this name.
  private static func names(_ site: String, in state: String) throws -> Bool {
    var reader = try EventReader(state: state)
    return try !reader.read(limit: 1) { $0[.site] == .text(site) }.isEmpty
  }
}
