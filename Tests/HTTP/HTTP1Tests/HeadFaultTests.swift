// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `A fault` {
  @Test func `A fault has a label of its own for metrics`() {
    let labels = Set(HeadFault.Kind.allCases.map { HeadFault($0, at: 0).label.description })
    #expect(labels.count == HeadFault.Kind.allCases.count)
    #expect(labels.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "_" } })
  }

  @Test func `A fault is answered with a client error, unless we are the ones who lack something`()
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

  @Test func `A fault tells what and where`() {
    #expect(HeadFault(.fieldName, at: 12).description == "field_name at byte 12")
  }
}
