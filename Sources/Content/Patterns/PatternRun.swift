// SPDX-License-Identifier: Apache-2.0

/// Runs all states of a program over a text at once.
struct PatternRun {
  private let program: PatternProgram
  private var current: [Int] = []
  private var following: [Int] = []
  /// The step at which each instruction was last reached.
  private var reached: [Int]
  private var waiting: [Int] = []
  private var step = 0
  private var isAccepted = false

  init(_ program: PatternProgram) {
    self.program = program
    reached = Array(repeating: -1, count: program.instructions.count)
  }

  /// Runs over `subject`, and reports to `work` the number of states for each character.
  mutating func matches<E: Error>(
    _ subject: Span<UInt8>,
    isWhole: Bool,
    work: (Int) throws(E) -> Void
  ) throws(E) -> Bool {
    var index = 0
    current.removeAll(keepingCapacity: true)
    enter(0, isStart: true, isEnd: subject.isEmpty)
    swap(&current, &following)
    while true {
      if isAccepted && (!isWhole || index == subject.count) { return true }
      guard index < subject.count, !isWhole || !current.isEmpty else { return false }
      let character = subject.character(at: &index)
      try work(current.count)
      advance(over: character, isEnd: index == subject.count, isSearch: !isWhole)
    }
  }

  private mutating func advance(over character: UInt32, isEnd: Bool, isSearch: Bool) {
    step += 1
    isAccepted = false
    following.removeAll(keepingCapacity: true)
    for state in current {
      switch program.instructions[state] {
      case .character(let value) where value == character:
        enter(state + 1, isStart: false, isEnd: isEnd)
      case .set(let set) where program.sets[set].contains(character):
        enter(state + 1, isStart: false, isEnd: isEnd)
      default: break
      }
    }
    if isSearch { enter(0, isStart: false, isEnd: isEnd) }
    swap(&current, &following)
  }

  /// Adds the states reachable without consuming a character, each once a step.
  private mutating func enter(_ first: Int, isStart: Bool, isEnd: Bool) {
    waiting.append(first)
    while let state = waiting.popLast() {
      guard reached[state] != step else { continue }
      reached[state] = step
      switch program.instructions[state] {
      case .character, .set: following.append(state)
      case .split(let one, let other):
        waiting.append(other)
        waiting.append(one)
      case .jump(let target): waiting.append(target)
      case .start: if isStart { waiting.append(state + 1) }
      case .end: if isEnd { waiting.append(state + 1) }
      case .accept: isAccepted = true
      }
    }
  }
}

extension Span<UInt8> {
  /// Decodes the character at `index` of valid UTF-8, and moves the index behind it.
  fileprivate func character(at index: inout Int) -> UInt32 {
    let first = self[index]
    index += 1
    guard first >= 0x80 else { return UInt32(first) }
    let more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
    var value = UInt32(first) & (0x3F >> UInt32(more))
    for _ in 0..<more where index < count {
      value = value << 6 | UInt32(self[index] & 0x3F)
      index += 1
    }
    return value
  }
}
