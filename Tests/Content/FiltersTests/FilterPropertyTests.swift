// SPDX-License-Identifier: Apache-2.0

import Filters
import SeededTesting
import Testing

@Suite struct `Properties of filters` {
  /// Draws a filter of any shape.
  private func filter(_ numbers: inout SeededNumbers, depth: Int) -> Filter {
    switch depth == 0 ? 4 : Int.random(in: 0...5, using: &numbers) {
    case 0: .all(parts(&numbers, depth) { if case .all = $0 { true } else { false } })
    case 1: .any(parts(&numbers, depth) { if case .any = $0 { true } else { false } })
    case 2:
      switch filter(&numbers, depth: depth - 1) {
      case .not(let inner): inner
      case let other: .not(other)
      }
    case 3:
      .call(FilterCall(SampleRecord.schema.functions[1], [integer(&numbers), integer(&numbers)]))
    default: .comparison(comparison(&numbers))
    }
  }

  /// Draws two or three parts, none of which would be joined with the whole.
  private func parts(
    _ numbers: inout SeededNumbers,
    _ depth: Int,
    unlike isSame: (Filter) -> Bool
  ) -> [Filter] {
    (0..<Int.random(in: 2...3, using: &numbers)).map { _ in
      let part = filter(&numbers, depth: depth - 1)
      return isSame(part) ? .comparison(comparison(&numbers)) : part
    }
  }

  private func comparison(_ numbers: inout SeededNumbers) -> FilterComparison {
    let fields = SampleRecord.schema.fields
    let field = fields[Int.random(in: fields.indices, using: &numbers)]
    let comparators = FilterComparison.Comparator.allCases.filter {
      field.type.isOrdered || !$0.isOrdered
    }
    let comparator = comparators[Int.random(in: comparators.indices, using: &numbers)]
    return FilterComparison(field, comparator, operand(&numbers, field, comparator), at: 0)
  }

  private func operand(
    _ numbers: inout SeededNumbers,
    _ field: FilterField,
    _ comparator: FilterComparison.Comparator
  ) -> FilterComparison.Operand {
    if !comparator.isOrdered, Int.random(in: 0..<8, using: &numbers) == 0 { return .anything }
    let span =
      Int64.random(in: 0...Int64.max / 2, using: &numbers)
      >> Int64.random(
        in: 0...50,
        using: &numbers
      )
    switch field.type {
    case .text:
      let text = text(&numbers)
      let (before, behind) = (Bool.random(using: &numbers), Bool.random(using: &numbers))
      guard before || behind, !text.isEmpty, !comparator.isOrdered else {
        return .value(.text(text))
      }
      return .pattern(FilterPattern(text, opensBefore: before, opensBehind: behind))
    case .integer: return .value(integer(&numbers))
    case .number: return .value(.number(Double.random(in: -1e6...1e6, using: &numbers)))
    case .boolean: return .value(.boolean(Bool.random(using: &numbers)))
    case .duration: return .value(.duration(span))
    case .instant:
      guard Bool.random(using: &numbers) else { return .value(.instant(span)) }
      return .call(FilterCall(SampleRecord.schema.functions[0], [.duration(span)]))
    }
  }

  private func integer(_ numbers: inout SeededNumbers) -> FilterValue {
    .integer(Int64.random(in: .min ... .max, using: &numbers))
  }

  private func text(_ numbers: inout SeededNumbers) -> String {
    let letters = Array("ab*\"\\'() ,\n\t\u{1}\u{7F}é花😀:=-.\r").map(String.init)
    return (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
      letters[Int.random(in: letters.indices, using: &numbers)]
    }.joined()
  }

  @Test func `A random filter that is printed is parsed to the same filter`() throws {
    var numbers = SeededNumbers(15)
    for _ in 0..<2_000 {
      let drawn = filter(&numbers, depth: 4)
      var limits = FilterLimits()
      limits.bytes = 100_000
      limits.terms = 1_000
      let parsed = try Filter(drawn.description, schema: SampleRecord.schema, limits: limits)
      #expect(parsed == drawn, "\(drawn)")
      #expect(
        parsed.matches(SampleRecord.failed) == drawn.matches(SampleRecord.failed),
        "\(drawn)"
      )
    }
  }

  @Test func `Random text is a filter or is refused with an offset within it`() {
    var numbers = SeededNumbers(16)
    let pieces = [
      "status", "path", "time", "AND", "OR", "NOT", "-", "(", ")", "=", "!=", ":", "*", "\"", "'",
      "\\", "80ms", "ago", ",", " ", "é", "\u{0}", "2026-11-23", "a.b", "backends.name", "500",
    ]
    for _ in 0..<5_000 {
      let source = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
        pieces[Int.random(in: pieces.indices, using: &numbers)]
      }.joined(separator: Bool.random(using: &numbers) ? " " : "")
      do throws(FilterError) {
        _ = try Filter(source, schema: SampleRecord.schema)
      } catch {
        #expect((0...source.utf8.count).contains(error.offset), "\(source): \(error.message)")
        #expect(!error.message.contains("\n"), "\(source)")
      }
    }
  }
}
