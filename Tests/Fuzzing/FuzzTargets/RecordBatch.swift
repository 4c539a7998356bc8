// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore
import ResourceStoreTesting
import Synchronization

/// The body of a batch of records: it has a result for each operation or one problem, is never our own
/// fault, and changes nothing where an atomic batch fails.
func fuzzRecordBatch(_ bytes: [UInt8]) {
  let service = records.withLock { $0.next() }
  let before = version(of: service.store)
  guard
    let request = ResourceRequest(
      .post,
      "/v1:batch",
      mount: "/v1",
      fields: ["content-type": "application/json"],
      body: bytes,
      now: StoreSamples.now
    )
  else { preconditionFailure("the target is below the mount") }
  let reply = service.reply(to: request)
  guard let answer = try? DataValue(reading: reply.body.span, as: .json) else {
    preconditionFailure("an answer is JSON")
  }
  let results = answer["data"]?.elements
  switch reply.status.code {
  case 200: precondition(results?.count == operations(of: bytes), "a result for each operation")
  case 400..<500: precondition(version(of: service.store) == before, "a refusal changes nothing")
  default: preconditionFailure("the status \(reply.status.code) is our fault")
  }
}

private func operations(of bytes: [UInt8]) -> Int? {
  (try? DataValue(reading: bytes.span, as: .json))?["ops"]?.elements?.count
}

private func version(of store: ResourceStore) -> Int64? {
  try? store.history.changes(since: 0, in: "", limit: 1).version
}

private let records = Mutex(FuzzedRecords())

/// A service over a store in memory, which is a new one before it has grown large.
private struct FuzzedRecords {
  private static let mostUses = 1_000

  private var service: ResourceService?
  private var uses = 0

  mutating func next() -> ResourceService {
    if let service, uses < Self.mostUses {
      uses += 1
      return service
    }
    do {
      let store = try ResourceStore(":memory:")
      _ = try store.setTypes(StoreSamples.types(), options: [])
      var settings = ResourceService.Settings()
      settings.mount = "/v1"
      let made = ResourceService(store, settings)
      (service, uses) = (made, 0)
      return made
    } catch {
      preconditionFailure("there is no store: \(error)")
    }
  }
}
