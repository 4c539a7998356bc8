// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `Trace context` {
  private static let valid = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  private func read(_ text: String) -> TraceContext? { TraceContext(text.utf8Span.span) }

  @Test func `A trace context is read from traceparent and written unchanged`() throws {
    let context = try #require(read(Self.valid))
    #expect(context.trace.description == "0af7651916cd43dd8448eb211c80319c")
    #expect(context.span.description == "b7ad6b7169203331")
    #expect(context.flags == .sampled)
    #expect(context.description == Self.valid)
  }

  @Test(arguments: [
    "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
    // ids of zero
    "00-00000000000000000000000000000000-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
    // the version that there is not, upper case, no hexadecimal digit, another separator
    "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
    "00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01",
    // more than this version has, or less
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
    "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01more",
  ])
  func `An invalid traceparent is ignored`(text: String) {
    #expect(read(text) == nil)
  }

  @Test func `A traceparent of a later version is read as far as this version goes`() throws {
    let later = "cc" + Self.valid.dropFirst(2) + "-what-comes-next"
    #expect(try #require(read(later)).description == Self.valid)
  }

  @Test func `Unknown flags of a traceparent are not passed on`() throws {
    let text = String(Self.valid.dropLast(2))
    #expect(try #require(read(text + "ff")).description == text + "03")
    #expect(try #require(read(text + "fc")).description == text + "00")
  }

  @Test func `A trace context with another span keeps its trace and flags`() throws {
    let other = try #require(SpanID(0x1234))
    let context = try #require(read(Self.valid)).with(other)
    #expect(context.description == "00-0af7651916cd43dd8448eb211c80319c-0000000000001234-01")
  }

  @Test func `Two traceparent fields are ignored`() {
    let one: Fields = ["traceparent": Self.valid]
    #expect(TraceContext(one.view) != nil)
    var two = one
    two.append("traceparent", Self.valid)
    #expect(TraceContext(two.view) == nil)
  }

  @Test func `Random trace and span ids are never zero`() {
    struct Zeros: RandomNumberGenerator {
      var left = 3
      mutating func next() -> UInt64 {
        left -= 1
        return left > 0 ? 0 : 7
      }
    }
    var zeros = Zeros()
    #expect(TraceID.random(using: &zeros).low != 0)
    zeros = Zeros()
    #expect(SpanID.random(using: &zeros).value == 7)
  }
}

@Suite struct `Trace state` {
  @Test func `A trace state is passed on unchanged`() {
    #expect(
      TraceState("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE")?.text
        == "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"
    )
  }

  @Test func `Several tracestate fields are joined, without empty members and blanks`() {
    var fields = Fields()
    fields.append("tracestate", "a=1 , ,b=2")
    fields.append("tracestate", "c=3")
    #expect(TraceState(fields.view)?.text == "a=1,b=2,c=3")
  }

  @Test(arguments: ["", " ", ",,", (1...33).map { "k\($0)=v" }.joined(separator: ",")])
  func `A trace state that is empty or has more than 32 members is dropped`(text: String) {
    #expect(TraceState(text) == nil)
  }

  @Test func `A trace state that is too long loses large members first, then the last`() {
    let large = "large=" + String(repeating: "x", count: 200)
    let small = (1...10).map { "k\($0)=" + String(repeating: "v", count: 50) }
    let text = ([large] + small).joined(separator: ",")
    let kept = TraceState(text)?.text
    #expect(kept == small.prefix(9).joined(separator: ","))
    #expect((kept?.utf8.count ?? .max) <= TraceState.maximumBytes)
    #expect(TraceState("a=1," + large)?.text == "a=1," + large)
  }
}
