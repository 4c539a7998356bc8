// SPDX-License-Identifier: Apache-2.0
//
// Undoing content codings, RFC 9110 section 8.4.
//
// A body is decoded in steps of 16 KiB, on demand: while the caller has a backlog, nothing more is
// decoded, so a bomb never gets more memory than an honest body. Codings lie upon each other as a
// chain of stages; the last stage pulls, and each stage before it decodes one step when its
// successor has nothing left to read. Every stage is held to the limits, since a bomb may hide in
// the middle.
//
// Strict where RFC 9110 is silent: a body must end where its coded data ends. gzip members and
// zstd frames may follow each other (RFC 1952 section 2.2, RFC 8878 section 3.1), anything else
// behind the data is refused, and a body of no bytes is a truncated one. `deflate` may lack zlib's
// wrapper, as RFC 9110 section 8.4.1.2 reports of some senders.

package import Bytes

/// Decodes the body of one message.
package struct BodyDecoder: ~Copyable {
  /// The stages in the order in which bytes pass through them.
  private let stages: [DecodingStage]
  private let limits: DecodingLimits
  /// Number of coded bytes taken so far.
  package private(set) var consumed = 0
  private var fault: CodingFault?

  /// Progress of one call.
  package struct Step: Sendable, Equatable {
    /// Number of input bytes that were taken.
    package let consumed: Int
    /// Whether the output must be taken before the rest of the input is offered again, even when
    /// that rest is empty.
    package let needsDrain: Bool
  }

  /// A decoder for codings in the order in which they were applied.
  package init(_ codings: [Coding], limits: DecodingLimits = .init()) throws(CodingFault) {
    precondition(limits.backlog > 0 && limits.ratio > 0, "limits of decoding are not above 0")
    guard codings.count <= limits.codings else {
      throw CodingFault(
        .tooManyCodings,
        "\(codings.count) codings, expected at most \(limits.codings)"
      )
    }
    var stages: [DecodingStage] = []
    for coding in codings.reversed() where coding != .identity {
      stages.append(try DecodingStage(coding, limits: limits))
    }
    self.stages = stages
    self.limits = limits
  }

  /// Decodes input to the end of `output`, until the input is used up or `output` holds the
  /// backlog that is allowed. A decoder that has failed fails again.
  package mutating func decode(
    _ input: Span<UInt8>,
    into output: inout ByteBuffer
  ) throws(CodingFault) -> Step {
    if let fault { throw fault }
    do throws(CodingFault) {
      var source = Source(bytes: input, alreadyConsumed: consumed)
      if stages.isEmpty {
        try copy(&source, into: &output)
      } else {
        try run(stages.count - 1, &source, into: &output, upTo: limits.backlog)
      }
      consumed += source.taken
      return Step(
        consumed: source.taken,
        needsDrain: output.count >= limits.backlog && (source.taken < input.count || holdsOutput)
      )
    } catch {
      fault = error
      throw error
    }
  }

  /// Checks that the body is complete, when its last byte has been decoded.
  package mutating func finish() throws(CodingFault) {
    if let fault { throw fault }
    for stage in stages where !stage.isAtEnd {
      let error = CodingFault(.truncated, "the body ends inside its coding, at byte \(consumed)")
      fault = error
      throw error
    }
  }

  private var holdsOutput: Bool {
    stages.contains { $0.mayHoldOutput || !$0.pending.isEmpty }
  }

  /// The input of one call, and how far it was read.
  private struct Source: ~Escapable {
    let bytes: Span<UInt8>
    let alreadyConsumed: Int
    var taken = 0

    @_lifetime(copy bytes)
    init(bytes: Span<UInt8>, alreadyConsumed: Int) {
      self.bytes = bytes
      self.alreadyConsumed = alreadyConsumed
    }

    var total: Int { alreadyConsumed + taken }
  }

  /// Lets stage `index` decode until `output` holds `limit` bytes or nothing is left to read.
  private func run(
    _ index: Int,
    _ source: inout Source,
    into output: inout ByteBuffer,
    upTo limit: Int
  ) throws(CodingFault) {
    let stage = stages[index]
    // Nobody else looks at the buffer meanwhile; outside of the class it can be borrowed freely.
    var pending = ByteBuffer()
    swap(&pending, &stage.pending)
    defer { swap(&pending, &stage.pending) }
    while output.count < limit {
      let room = limit - output.count
      let progress: DecodingProgress
      if index == 0 {
        let rest = source.bytes.extracting(source.taken...)
        if rest.isEmpty && !stage.mayHoldOutput { return }
        progress = try stage.run(rest, into: &output, room: room)
        source.taken += progress.consumed
      } else {
        if pending.isEmpty {
          try run(index - 1, &source, into: &pending, upTo: DecodingStage.step)
        }
        if pending.isEmpty && !stage.mayHoldOutput { return }
        progress = try stage.run(pending.span, into: &output, room: room)
        pending.consume(progress.consumed)
      }
      try check(stage.produced, from: source.total)
      if progress.consumed + progress.produced == 0 { return }
    }
  }

  /// A body without codings still has limits.
  private func copy(_ source: inout Source, into output: inout ByteBuffer) throws(CodingFault) {
    let count = min(source.bytes.count, max(0, limits.backlog - output.count))
    output.append(source.bytes.extracting(first: count))
    source.taken = count
    try check(source.total, from: source.total)
  }

  private func check(_ produced: Int, from consumed: Int) throws(CodingFault) {
    guard produced <= limits.decodedBytes else {
      throw CodingFault(.tooLarge, "more than \(limits.decodedBytes) decoded bytes")
    }
    guard produced > limits.ratioFloor else { return }
    guard produced / limits.ratio <= consumed else {
      throw CodingFault(
        .tooDense,
        "\(consumed) coded bytes gave \(produced), expected at most \(limits.ratio):1"
      )
    }
  }
}
