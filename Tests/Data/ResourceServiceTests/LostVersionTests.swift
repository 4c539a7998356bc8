// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import HTTPValues
import LoopTesting
import PostgreSQL
import ProgramTesting
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Versions that a shared store has lost` {
  @Test func `end the epoch, so that tokens of what is gone are refused for good`() async throws {
    try await onThread {
      var configuration = PostgreSQLConnection.Configuration(
        try PostgreSQLCluster.shared.get().address()
      )
      configuration.schema = "t" + UUID().uuidString.lowercased()
      let store = try ResourceStore(configuration)
      _ = try store.setTypes(StoreSamples.types(), options: [])
      let services = [
        try ServiceUnderTest(over: store),
        try ServiceUnderTest(over: ResourceStore(configuration)),
      ]
      _ = try services[0].create(["name": "Rose"])
      for service in services { #expect(try service.tagsChangedElsewhere() == [["records"]]) }
      let token = try services[0].send(.get, "/v1/changes").json["syncToken"]?.string ?? ""
      // A standby that lags behind takes over.
      var database = PostgreSQLConnection(configuration)
      try database.execute("DELETE FROM change; DELETE FROM object; UPDATE zone SET version = 0")
      for expected in [[["records"]], []] {
        for service in services { #expect(try service.tagsChangedElsewhere() == expected) }
      }
      for name in ["Lily", "Iris"] { _ = try services[0].create(["name": .text(name)]) }
      for service in services {
        let refused = try service.send(.get, "/v1/changes?since=\(token)")
        #expect(refused.status == 410 && refused.json["code"] == "epoch-changed")
      }
      let next = try services[1].send(.get, "/v1/changes").json["syncToken"]?.string ?? ""
      #expect(try services[0].send(.get, "/v1/changes?since=\(next)").status == 200)
    }
  }
}
