// SPDX-License-Identifier: Apache-2.0

import Console
import Testing

@testable import Administration

@Suite struct `The forms of the console` {
  @Test(arguments: ConsoleOrder.all.map(\.name))
  func `Each form has an order, which the audit log knows`(name: String) throws {
    let form = try #require(ConsoleOrder.all.first { $0.name == name })
    #expect(AuditLog.Action.all.contains(try #require(FormOrder.all[form]).action))
  }

  @Test func `Each form has an address of its own`() {
    #expect(Set(ConsoleOrder.all.map(\.name)).count == ConsoleOrder.all.count)
    #expect(FormOrder.all.count == ConsoleOrder.all.count)
  }
}
