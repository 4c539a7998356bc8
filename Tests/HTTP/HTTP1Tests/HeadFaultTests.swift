// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `Faults of a message head` {
  @Test func `Each fault of a message head has a label of its own for metrics`() {
    let labels = Set(HeadFault.Kind.allCases.map { HeadFault($0, at: 0).label.description })
    #expect(labels.count == HeadFault.Kind.allCases.count)
    #expect(labels.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "_" } })
  }

  @Test func `A fault of a message head is answered with 4xx, or with 501 or 505 for what we lack`()
  {
    for kind in HeadFault.Kind.allCases {
      let status = HeadFault(kind, at: 0).status
      switch kind {
      case .unsupportedCoding: #expect(status == .notImplemented)
      case .unsupportedVersion: #expect(status == .httpVersionNotSupported)
      default: #expect((400..<500).contains(status.code))
      }
    }
  }

  @Test func `A fault of a message head is described with its byte offset`() {
    #expect(HeadFault(.fieldName, at: 12).description == "field_name at byte 12")
  }
}
