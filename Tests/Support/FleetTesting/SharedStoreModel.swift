// SPDX-License-Identifier: Apache-2.0

package import Fleet
import Reactor
import Synchronization

/// A store in memory for several nodes of one process, by the machine's clock.
package final class SharedStoreModel: FleetStore {
  private let model: Mutex<FleetStoreModel>

  package init() { model = Mutex(FleetStoreModel(identity: 1)) }

  private var time: FleetInstant {
    FleetInstant(microseconds: LoopClock.system.wallNanoseconds / 1_000)
  }

  /// Lets the store change as a failure would.
  package func change(_ body: (inout FleetStoreModel) -> Void) { model.withLock { body(&$0) } }

  package func keep(_ blob: [UInt8]) throws(FleetStoreError) -> BlobDigest {
    model.withLock { $0.keep(blob) }
  }

  package func fetch(_ digest: BlobDigest) throws(FleetStoreError) -> [UInt8]? {
    model.withLock { $0.blobs[digest] }
  }

  /// A model forgets no entry, and so needs all editions.
  package func editions() throws(FleetStoreError) -> [FleetEdition] {
    let all = model.withLock { $0.log.compactMap(\.entry.edition) }
    return Set(all).sorted { $0.name < $1.name }
  }

  package func removeBlobs(
    besides _: Set<BlobDigest>,
    of _: [FleetEdition]
  ) throws(FleetStoreError) -> Int { 0 }

  package func append(_ entries: [FleetEntry]) throws(FleetStoreError) -> AppendAnswer {
    model.withLock { $0.append(entries, at: time) }
  }

  package func read(from number: Int64, limit: Int) throws(FleetStoreError) -> ReadAnswer {
    model.withLock { $0.read(from: number, limit: limit) }
  }

  package func beat(_ beat: Beat) throws(FleetStoreError) -> BeatAnswer {
    model.withLock { $0.beat(beat, at: time) }
  }
}
