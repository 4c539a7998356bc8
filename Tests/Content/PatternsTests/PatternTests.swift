// SPDX-License-Identifier: Apache-2.0

import Bytes
import Patterns
import Testing

@Suite struct `Regular expressions of RFC 9485` {
  @Test(arguments: PatternExamples.whole)
  func `An I-Regexp matches the whole of a text`(
    pattern: String,
    right: [String],
    wrong: [String]
  ) throws {
    let expression = try IRegexp(pattern)
    for text in right { #expect(expression.matches(text), "\(text)") }
    for text in wrong { #expect(!expression.matches(text), "\(text)") }
  }

  @Test(arguments: [
    ("b", "abc", true), ("", "", true), ("", "abc", true), ("x", "abc", false), ("x*", "abc", true),
    ("bc", "abc", true), ("^b", "abc", false), ("^a", "abc", true), ("b$", "abc", false),
    ("c$", "abc", true),
    ("^$", "a", false), ("$", "abc", true), ("a.c", "xxabcxx", true), ("a.c", "a\nc", false),
    ("[0-9]{3}", "ab12c345", true),
    ("[0-9]{4}", "ab12c345", false), ("(ab)+c", "xababab", false), ("(ab)+c", "xabababc", true),
    ("é", "caf\u{E9}s", true),
    ("aab", "aaab", true), ("a+b", "aaac", false), ("b|^x", "ax", false), ("\\p{Lu}", "abC", true),
  ])
  func `An I-Regexp is found within a text`(
    pattern: String,
    text: String,
    isFound: Bool
  ) throws {
    #expect(try IRegexp(pattern).isFound(in: text) == isFound)
  }

  @Test(arguments: [
    ("(", 1), (")", 0), ("a)", 1), ("(a", 2), ("[", 1), ("[]", 1), ("[^]", 2), ("[a", 2), ("]", 0),
    ("*", 0),
    ("+a", 0), ("?", 0), ("a**", 2), ("a*?", 2), ("a+*", 2), ("a??", 2), ("{1}", 0), ("a{", 2),
    ("a{}", 2),
    ("a{,1}", 2), ("a{1", 3), ("a{1,2", 5), ("a{1,2,3}", 5), ("a{-1}", 2), ("a{x}", 2),
    ("a{1}{2}", 4), ("}", 0),
    ("a{2,1}", 2), ("\\", 1), ("\\d", 1), ("\\w", 1), ("\\s", 1), ("\\b", 1), ("\\1", 1),
    ("\\a", 1), ("\\/", 1),
    ("\\u0041", 1), ("\\x41", 1), ("\\p", 2), ("\\pL", 2), ("\\p{", 3), ("\\p{L", 4), ("\\p{}", 3),
    ("\\p{X}", 3),
    ("\\p{Lx}", 3), ("\\p{Cs}", 3), ("\\p{lu}", 3), ("\\p{Letter}", 6), ("\\p{IsBasicLatin}", 6),
    ("(?:a)", 1),
    ("(?=a)", 1), ("(?i)a", 1), ("[b-a]", 2), ("[a-\\n]", 2), ("[--a]", 2), ("[a--]", 3),
    ("[a-z-9]", 4), ("[[a]]", 1),
    ("[\\d]", 2), ("[a-\\p{L}]", 4), ("[a-[b]]", 3), ("(a|*)", 3), ("|*", 1), ("a|?", 2),
  ])
  func `A malformed I-Regexp is refused with the offset of its error`(
    pattern: String,
    offset: Int
  ) throws {
    do throws(TextFault) {
      _ = try IRegexp(pattern)
      Issue.record("it was let through")
    } catch {
      #expect(error.offset == offset)
    }
  }

  @Test func `Matching an I-Regexp takes no more time than its size times the length of the text`()
    throws
  {
    let many = String(repeating: "a", count: 2_000)
    for pattern in [
      "(a*)*b", "(a+)+b", "(a|a)*b", "(a|aa)+$b", "a*a*a*a*a*a*b", "(a?){50}a{50}b", ".*.*.*x",
    ] {
      let expression = try IRegexp(pattern)
      #expect(!expression.matches(many))
      #expect(!expression.isFound(in: many))
    }
    #expect(try IRegexp("(a?){50}a{50}").matches(String(repeating: "a", count: 50)))
  }

  @Test(arguments: [
    ("a{1000000}", true), ("((a{100}){100}){100}", true), ("(((a?){1000}){1000}){1000}", true),
    ("a{99999999999999999999999}", true), ("(){1000000}", false),
    ("((){1000000}){1000000}", false), ("(()*){100000}", true), ("a{0,1000000}", true),
  ])
  func `An I-Regexp whose repetitions expand beyond the limit is refused`(
    pattern: String,
    isTooLarge: Bool
  ) { #expect(expected(pattern) == (isTooLarge ? "fewer or smaller repetitions" : nil)) }

  @Test func `An I-Regexp that is too long or nested too deep is refused`() {
    #expect(expected(String(repeating: "a", count: 4_096)) == nil)
    #expect(expected(String(repeating: "a", count: 4_097)) == "at most 4096")
    let deep = String(repeating: "(", count: 64) + "a" + String(repeating: ")", count: 64)
    #expect(expected(deep) == nil)
    let tooDeep = "at most 64 parentheses in one another"
    #expect(expected("(\(deep))") == tooDeep)
    #expect(expected(String(repeating: "(", count: 3_000)) == tooDeep)
  }

  @Test(arguments: [
    ("a{3,2}", "found 2 behind 3 at 2, expected the lower count first"),
    ("[z-a]", "found z-a at 2, expected the lower character first"),
    ("(a", "found the end at 2, expected a closing parenthesis"),
    ("\\p{Xy}", "found \"X\" at 3, expected a category such as Lu"),
  ])
  func `The error of an I-Regexp says its offset, what was found and what was expected`(
    pattern: String,
    message: String
  ) {
    let fault = #expect(throws: TextFault.self) { try IRegexp(pattern) }
    #expect(fault?.description == message)
  }

  /// What was expected where a pattern is refused; `nil` for one that is not.
  private func expected(_ pattern: String) -> String? {
    do throws(TextFault) {
      _ = try IRegexp(pattern)
      return nil
    } catch { return error.expected }
  }

  @Test func `An I-Regexp cut off or changed anywhere is refused or matches without a crash`() {
    let pattern = Array("^(a|[^b-d\\-é]{2,3})*\\p{Lu}+\\.[-x]?(){1}$".unicodeScalars)
    let text = "aéxyA.-"
    for index in pattern.indices {
      for letter in "()[]{}|*+?.^$\\-,p9é".unicodeScalars {
        for rest in [pattern[(index + 1)...], pattern[index...], []] {
          var changed = String.UnicodeScalarView(pattern[..<index])
          changed.append(letter)
          changed.append(contentsOf: rest)
          guard let expression = try? IRegexp(String(changed)) else { continue }
          let isMatch = expression.matches(text)
          #expect(!isMatch || expression.isFound(in: text))
        }
      }
    }
  }
}

extension IRegexp {
  fileprivate func matches(_ text: String) -> Bool { matches(Array(text.utf8).span) }

  fileprivate func isFound(in text: String) -> Bool { isFound(in: Array(text.utf8).span) }
}
