// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A regular expression compiled for a nondeterministic automaton.
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    case character(UInt32)
    case set(Int)
    /// Continues at both instructions.
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case accept
  }

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [CharacterSet] = []

  init(_ pattern: Pattern) throws(TextFault) {
    try append(pattern)
    try append(Instruction.accept)
  }

  private mutating func append(_ instruction: Instruction) throws(TextFault) {
    guard instructions.count < IRegexp.mostInstructions else {
      throw TextFault(
        at: 0,
        seen: "more than \(IRegexp.mostInstructions) steps",
        expected: "fewer or smaller repetitions"
      )
    }
    instructions.append(instruction)
  }

  private mutating func append(_ pattern: Pattern) throws(TextFault) {
    switch pattern {
    case .character(let value): try append(Instruction.character(value))
    case .start: try append(Instruction.start)
    case .end: try append(Instruction.end)
    case .set(let set):
      sets.append(set)
      try append(Instruction.set(sets.count - 1))
    case .sequence(let pieces):
      for piece in pieces { try append(piece) }
    case .choice(let branches):
      try append(branches[...])
    case .repeated(let piece, let least, let most):
      try append(piece, least: least, most: most)
    }
  }

  private mutating func append(_ branches: ArraySlice<Pattern>) throws(TextFault) {
    var jumps: [Int] = []
    for index in branches.indices.dropLast() {
      let split = instructions.count
      try append(Instruction.split(split + 1, 0))
      try append(branches[index])
      jumps.append(instructions.count)
      try append(Instruction.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = branches.last { try append(last) }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  private mutating func append(
    _ piece: Pattern,
    least: Int,
    most: Int?
  ) throws(TextFault) {
    for _ in 0..<least {
      let before = instructions.count
      try append(piece)
      // An empty loop body matches nothing more, however often it repeats.
      if instructions.count == before { return }
    }
    guard let most else { return try appendLoop(of: piece) }
    var splits: [Int] = []
    for _ in 0..<most - least {
      splits.append(instructions.count)
      try append(Instruction.split(0, 0))
      try append(piece)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }

  private mutating func appendLoop(of piece: Pattern) throws(TextFault) {
    let split = instructions.count
    try append(Instruction.split(split + 1, 0))
    try append(piece)
    try append(Instruction.jump(split))
    instructions[split] = .split(split + 1, instructions.count)
  }
}
