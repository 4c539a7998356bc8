// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import Files
import FourM
import Signals
import Sites

extension DryRun {
  /// A dry run of what the files of a site say, beside the edition that the sketch in its state folder names.
  init(of candidate: Edition, _ options: SiteOptions, rate: Int?) throws {
    guard let sketch = try TrafficSketch(keptIn: options.state), let name = sketch.edition else {
      throw NoTraffic(folder: options.state)
    }
    guard let source = options.history.source(of: name) else {
      throw NoEdition(name: name, state: options.state)
    }
    self.init(
      of: (candidate, SiteFolder(options.folder)),
      beside: (try options.edition(name), source),
      try Recordings(in: options.state),
      sketch,
      seal: try options.seal(),
      rate: rate
    )
  }
}

extension DryRun.Recordings {
  /// The log and the kept answers in a state folder, of the process that runs there or ran last.
  init(in state: String) throws {
    let log = try SiteLogFolder(of: state)
    events = { limit, condition in
      var reader = try EventReader(state: log.state)
      return try reader.read(limit: limit) { log.contains($0) && condition($0) }
    }
    keep = { gateway, now in
      let path = "\(state)/\(CachePersistence.snapshotName)"
      guard Files.exists(path) else { return 0 }
      var pieces = try FilePieces(path)
      return try gateway.restore(at: now) { () throws(FileError) in try pieces.next() }
    }
  }

  /// The log of this process and what the cache of a site has now.
  init(of site: SiteService) {
    events = { [name = site.name, log = site.shared.log] limit, condition in
      var reader = try EventReader.history(of: log)
      return try reader.read(limit: limit) { $0[.site] == .text(name) && condition($0) }
    }
    keep = { [store = site.store] gateway, now in
      var heading: [UInt8]?
      var count = 0
      _ = store.writeSnapshot(at: now.seconds * 1_000) { piece in
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
