// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Editions
import Files
import Learning
import Message
import Serving
import Sites

extension DryRun {
  /// A dry run of what the files of a site say, beside the edition that the sketch in its state folder names.
  init(of candidate: Edition, _ options: SiteOptions, rate: Int?) throws {
    guard let sketch = try TrafficSketch(keptIn: options.state), let name = sketch.edition else {
      throw PlainError.noTraffic(in: options.state)
    }
    guard let source = options.history.source(of: name) else {
      throw PlainError.noEdition(name, in: options.state)
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
    self.init(
      events: { limit, condition in
        var reader = try EventReader(state: log.state)
        return try reader.read(limit: limit) { log.contains($0) && condition($0) }
      },
      keep: { gateway, now in
        let path = "\(state)/\(CachePersistence.snapshotName)"
        guard Files.exists(path) else { return 0 }
        var pieces = try FilePieces(path)
        return try gateway.restore(at: now) { () throws(FileError) in try pieces.next() }
      }
    )
  }
}
