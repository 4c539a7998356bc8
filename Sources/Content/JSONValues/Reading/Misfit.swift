// SPDX-License-Identifier: Apache-2.0

/// Where a text ceases to be JSON, in two words: small enough to be thrown on the fast way.
struct Misfit: Error {
  let offset: Int
  let expected: JSONFault.Expectation

  @inline(__always)
  init(at offset: Int, expecting expected: JSONFault.Expectation) {
    self.offset = offset
    self.expected = expected
  }
}

extension JSONFault {
  init(_ misfit: Misfit, in bytes: Span<UInt8>, limits: JSONLimits) {
    let seen = misfit.offset < bytes.count ? bytes[misfit.offset] : nil
    switch misfit.expected {
    case .lessDepth:
      let limit = limits.safeDepth
      self.init(.tooDeep, at: misfit.offset, expected: .lessDepth, limit: limit)
    case .fewerNodes:
      let limit = limits.safeNodes
      self.init(.tooManyNodes, at: misfit.offset, expected: .fewerNodes, limit: limit)
    case .encoding:
      self.init(.encoding, at: misfit.offset, seen: seen, expected: .encoding)
    default:
      let kind: Kind = seen == nil ? .unexpectedEnd : .unexpectedByte
      self.init(kind, at: misfit.offset, seen: seen, expected: misfit.expected)
    }
  }
}
