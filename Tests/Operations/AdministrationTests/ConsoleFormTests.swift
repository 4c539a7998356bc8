// SPDX-License-Identifier: Apache-2.0

import Console
import Testing

@testable import Administration

@Suite struct `The forms of the console` {
  @Test(arguments: ConsoleOrder.allCases)
  func `Each form has an order, which the audit log knows`(form: ConsoleOrder) throws {
    #expect(AuditLog.Action.all.contains(try #require(FormOrder.all[form]).action))
  }

  @Test func `There is a form for each order`() {
    #expect(FormOrder.all.count == ConsoleOrder.allCases.count)
  }
}
