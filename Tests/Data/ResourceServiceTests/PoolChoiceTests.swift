// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import ResourceModel
import Signals
import Testing

@testable import ResourceService

@Suite(.timeLimit(.minutes(5))) struct `The threads that answer requests` {
  private enum Pool: String {
    case usual
    case passwords
    case asking
  }

  private static let user = "u-01h455vb4pex5vsknk084sn02q"

  /// Requests with the pool whose threads they take, under each name of what they are about.
  private static let requests: [(HTTPValues.Method, String, Pool)] = [
    (.post, "/session", .passwords), (.put, "/user/session", .passwords),
    (.post, "/user/register", .passwords), (.post, "/users/\(user):erase", .passwords),
    (.post, "/user/me:erase", .passwords), (.post, "/db/users/\(user):erase", .passwords),
    (.post, "/users/\(user)/_second-factor", .passwords),
    (.post, "/users/me/_second-factor", .passwords),
    (.put, "/user/me/_second-factor", .passwords),
    (.post, "/db/users/\(user)/_second-factor", .passwords),
    (.get, "/users/\(user)/_second-factor", .usual), (.get, "/user/me", .usual),
    (.patch, "/users/\(user)", .asking), (.patch, "/users/me", .asking),
    (.patch, "/user/me", .asking), (.patch, "/db/users/\(user)", .asking),
    (.post, "/db/users", .asking), (.post, ":batch", .asking), (.post, "/shops", .usual),
    (.post, "/db/shops", .usual),
  ]

  @Test(arguments: requests.indices)
  func `A request takes the threads of what it does, by whichever name it is sent`(
    row: Int
  ) async throws {
    let (method, target, expected) = Self.requests[row]
    let people = try PeopleUnderTest()
    let hook: DataValue = ["before": ["url": "https://a.example"]]
    #expect(try people.send(.patch, "/v1/_schema/users", as: "admin", hook).status == 200)
    let running = try RunningLoop()
    let (usual, passwords, asking) = (
      WorkerPool("test", threads: 1), WorkerPool("test", threads: 1), WorkerPool("test", threads: 1)
    )
    defer {
      for pool in [usual, passwords, asking] { pool.close() }
      running.stop()
    }
    let service = people.service.service
    let request = try people.service.request(method, "/v1\(target)")
    let chosen = await running.perform { core in
      let handler = ResourceHandler(
        service,
        pool: usual,
        passwords: passwords,
        asking: asking,
        on: core
      )
      let pool = handler.pool(for: request)
      return pool === passwords ? Pool.passwords : pool === asking ? .asking : .usual
    }
    #expect(chosen == expected, "\(method.name) \(target)")
  }
}
