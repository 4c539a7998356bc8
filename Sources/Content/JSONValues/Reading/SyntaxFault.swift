// SPDX-License-Identifier: Apache-2.0

/// A syntax error in 16 bytes, small enough to be thrown on the fast path.
struct SyntaxFault: Error {
  let offset: Int
  let expected: JSONFault.Expectation

  @inline(__always)
  init(at offset: Int, expecting expected: JSONFault.Expectation) {
    self.offset = offset
    self.expected = expected
  }
}

extension JSONFault {
  init(_ fault: SyntaxFault, in bytes: Span<UInt8>, limits: JSONLimits) {
    let seen = fault.offset < bytes.count ? bytes[fault.offset] : nil
    switch fault.expected {
    case .lessDepth:
      let limit = limits.safeDepth
      self.init(.tooDeep, at: fault.offset, expected: .lessDepth, limit: limit)
    case .fewerNodes:
      let limit = limits.safeNodes
      self.init(.tooManyNodes, at: fault.offset, expected: .fewerNodes, limit: limit)
    case .encoding:
      self.init(.encoding, at: fault.offset, seen: seen, expected: .encoding)
    default:
      let kind: Kind = seen == nil ? .unexpectedEnd : .unexpectedByte
      self.init(kind, at: fault.offset, seen: seen, expected: fault.expected)
    }
  }
}
