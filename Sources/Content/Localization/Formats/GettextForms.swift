// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution

// A file's header chooses a form by a formula in C, such as `nplurals=3; plural=(n%10==1 && n%100!=11
// ? 0 : n%10>=2 && n%10<=4 ? 1 : 2)`. Here it is compared with CLDR's categories over many numbers:
// a form belongs to the category that most of its numbers have, and the others become forms for
// exact numbers.

/// The numbers of gettext's plural forms by the names of CLDR's.
struct GettextForms {
  private static let examined = 0...200
  /// The most numbers that a formula treats unlike CLDR.
  private static let maximumExact = 10

  /// The form of each category, and of exact numbers (`=0`) that are unlike it.
  private(set) var indices: [(form: String, index: Int)] = []
  /// The reason why the formula does not fit the language.
  private(set) var fault: String?

  /// - Parameter header: the value of `Plural-Forms` without blanks; without one, the forms are
  ///   those of the language's whole numbers, in CLDR's order.
  init(_ header: String?, _ language: LanguageTag) {
    let rules = PluralRules(language, .cardinal)
    let whole = PluralForms(language, .cardinal).ofWholeNumbers
    let categories = PluralCategory.allCases.filter(whole.contains)
    guard let formula = header.flatMap(GettextForms.formula) else {
      indices = categories.enumerated().map { ($1.rawValue, $0) }
      addOther()
      return
    }
    guard let expression = GettextExpression(formula) else {
      fault = "the formula of Plural-Forms, \"\(formula)\", is none in C"
      return
    }
    var found: [PluralCategory: [Int: [Int]]] = [:]
    for number in GettextForms.examined {
      let category = rules.category(of: PluralOperands(Int64(number)))
      found[category, default: [:]][expression.value(Int64(number)), default: []].append(number)
    }
    var exact: [(form: String, index: Int)] = []
    for category in categories {
      let forms = (found[category] ?? [:]).sorted {
        ($1.value.count, $0.key) < ($0.value.count, $1.key)
      }
      guard let usual = forms.first else { continue }
      indices.append((category.rawValue, usual.key))
      for form in forms.dropFirst() {
        exact += form.value.map { ("=\($0)", form.key) }
      }
    }
    guard exact.count <= GettextForms.maximumExact else {
      fault =
        "the formula of Plural-Forms, \"\(formula)\", is of another language than \(language)"
      return
    }
    indices = exact + indices
    addOther()
  }

  /// Adds the form for fractions, which gettext does not have.
  private mutating func addOther() {
    let other = PluralCategory.other.rawValue
    if let last = indices.last, !indices.contains(where: { $0.form == other }) {
      indices.append((other, last.index))
    }
  }

  private static func formula(_ header: String) -> String? {
    header.split(separator: ";").first { $0.hasPrefix("plural=") }
      .map { String($0.dropFirst("plural=".count)) }
  }
}

/// A formula in C with the only variable `n`.
private indirect enum GettextExpression {
  case number(Int64)
  case variable
  case not(GettextExpression)
  case both(Operator, GettextExpression, GettextExpression)
  case choice(GettextExpression, GettextExpression, GettextExpression)

  enum Operator: String {
    case or = "||"
    case and = "&&"
    case equal = "=="
    case unequal = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case greater = ">"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"
  }

  /// From those that bind least to those that bind most; the longer of two that begin alike first.
  private static let levels: [[Operator]] = [
    [.or], [.and], [.equal, .unequal], [.atMost, .atLeast, .less, .greater], [.plus, .minus],
    [.times, .divided, .remainder],
  ]
  private static let maximumBytes = 1_024
  private static let maximumDepth = 64

  init?(_ formula: String) {
    guard formula.utf8.count <= GettextExpression.maximumBytes else { return nil }
    var text = formula[...]
    guard let expression = GettextExpression.choice(&text, depth: 0), text.isEmpty else {
      return nil
    }
    self = expression
  }

  private static func choice(_ text: inout Substring, depth: Int) -> GettextExpression? {
    guard depth < maximumDepth, let condition = binary(&text, level: 0, depth: depth) else {
      return nil
    }
    guard text.take("?") else { return condition }
    guard let first = choice(&text, depth: depth + 1), text.take(":"),
      let second = choice(&text, depth: depth + 1)
    else { return nil }
    return .choice(condition, first, second)
  }

  private static func binary(
    _ text: inout Substring,
    level: Int,
    depth: Int
  ) -> GettextExpression? {
    guard level < levels.count else { return unary(&text, depth: depth) }
    guard var left = binary(&text, level: level + 1, depth: depth) else { return nil }
    while let sign = levels[level].first(where: { text.take($0.rawValue) }) {
      guard let right = binary(&text, level: level + 1, depth: depth) else { return nil }
      left = .both(sign, left, right)
    }
    return left
  }

  private static func unary(_ text: inout Substring, depth: Int) -> GettextExpression? {
    guard depth < maximumDepth else { return nil }
    if text.take("!") { return unary(&text, depth: depth + 1).map { .not($0) } }
    if text.take("n") { return .variable }
    if text.take("(") {
      let inner = choice(&text, depth: depth + 1)
      return text.take(")") ? inner : nil
    }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    text = text.dropFirst(digits.count)
    return Int64(digits).map { .number($0) }
  }

  func value(_ number: Int64) -> Int { Int(truncatingIfNeeded: result(number)) }

  private func result(_ n: Int64) -> Int64 {
    switch self {
    case .number(let number): number
    case .variable: n
    case .not(let inner): inner.result(n) == 0 ? 1 : 0
    case .choice(let condition, let first, let second):
      condition.result(n) != 0 ? first.result(n) : second.result(n)
    case .both(let sign, let left, let right):
      GettextExpression.result(sign, left.result(n), right.result(n))
    }
  }

  private static func result(_ sign: Operator, _ left: Int64, _ right: Int64) -> Int64 {
    switch sign {
    case .or: left != 0 || right != 0 ? 1 : 0
    case .and: left != 0 && right != 0 ? 1 : 0
    case .equal: left == right ? 1 : 0
    case .unequal: left != right ? 1 : 0
    case .atMost: left <= right ? 1 : 0
    case .atLeast: left >= right ? 1 : 0
    case .less: left < right ? 1 : 0
    case .greater: left > right ? 1 : 0
    case .plus: left &+ right
    case .minus: left &- right
    case .times: left &* right
    case .divided: right == 0 ? 0 : left.dividedReportingOverflow(by: right).partialValue
    case .remainder:
      right == 0 ? 0 : left.remainderReportingOverflow(dividingBy: right).partialValue
    }
  }
}

extension Substring {
  fileprivate mutating func take(_ word: String) -> Bool {
    guard hasPrefix(word) else { return false }
    self = dropFirst(word.count)
    return true
  }
}
