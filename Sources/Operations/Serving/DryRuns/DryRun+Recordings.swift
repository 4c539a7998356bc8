// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Message
import Signals

extension DryRun.Recordings {
  /// The log of this process and what the cache of a site has now.
  init(of site: SiteService) {
    events = { [name = site.name, log = site.shared.log] limit, condition in
      var reader = try EventReader.history(of: log)
      return try reader.read(limit: limit) { $0[.site] == .text(name) && condition($0) }
    }
    keep = { [store = site.store] gateway, now in
      var heading: [UInt8]?
      var count = 0
      _ = StoreSnapshot(of: store).write(at: now.seconds * 1_000) { piece in
        guard let heading else {
          heading = piece
          return
        }
        // Each piece has whole entries, which are taken over at once and not collected.
        var rest = [heading, piece][...]
        count += gateway.restore(at: now) { rest.popFirst() ?? [] }
      }
      return count
    }
  }
}
