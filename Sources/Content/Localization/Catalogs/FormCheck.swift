// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

// A form may replace another only where that keeps the meaning: `other` is for any number, so it
// replaces faulty plural forms, but forms for words and devices are meant to differ and stay as
// they are.

/// Checks that the forms of a text fit its language and each other, and replaces those that do not
/// by `other`.
struct FormCheck {
  let language: LanguageTag
  private let cardinals: PluralForms
  private let ordinals: PluralForms

  init(_ language: LanguageTag) {
    self.language = language
    cardinals = PluralForms(language, .cardinal)
    ordinals = PluralForms(language, .ordinal)
  }

  /// The result of checking a text.
  struct Outcome {
    var message: Message
    var faults: [Fault] = []
    /// The kind of choice that lacks the form `other`: `plural` or `ordinal`.
    var missing: String?
    /// The forms for large numbers only that it has, and those that it lacks.
    var large: (present: Set<PluralCategory>, missing: Set<PluralCategory>) = ([], [])
  }

  /// A faulty form.
  struct Fault {
    let rule: FindingRule
    /// The words behind "the text has", such as a form that its language has not.
    let message: String
  }

  /// - Parameter isTranslation: whether the text is also compared with its source, which determines
  ///   the arguments that its forms must show.
  func outcome(_ message: Message, isTranslation: Bool) -> Outcome {
    let choosing = message.arguments.choosing
    guard !choosing.isEmpty else { return Outcome(message: message) }
    var run = Run(
      check: self,
      choosing: choosing,
      isTranslation: isTranslation,
      outcome: Outcome(message: message)
    )
    run.outcome.message = run.checked(message)
    return run.outcome
  }

  /// The check of one text.
  private struct Run {
    let check: FormCheck
    let choosing: Set<String>
    let isTranslation: Bool
    var outcome: Outcome

    mutating func checked(_ message: Message) -> Message {
      var parts: [Message.Part] = []
      for part in message.parts {
        switch part {
        case .text, .percent, .placeholder: parts.append(part)
        case .list(let messages): parts.append(.list(messages.map { checked($0) }))
        case .choice(let choice):
          var cases = choice.cases.map { Choice.Case($0.key, checked($0.message)) }
          if case .plural(_, let isOrdinal, let offset) = choice.selector {
            cases = plural(cases, isOrdinal: isOrdinal, offset: offset)
          }
          parts.append(.choice(Choice(choice.selector, cases)))
        }
      }
      return Message(parts)
    }

    private mutating func plural(
      _ cases: [Choice.Case],
      isOrdinal: Bool,
      offset: Int64
    ) -> [Choice.Case] {
      let forms = isOrdinal ? check.ordinals : check.cardinals
      var cases = cases
      if offset == 0 { cases = withFormsOfOneNumber(cases, forms) }
      cases = withFormOfFractions(cases, forms)
      reportForms(cases, forms, isOrdinal ? "ordinal" : "plural", offset)
      guard let other = cases.first(where: { $0.key == .other })?.message else {
        return cases
      }
      let shown = other.shownArguments().subtracting(choosing)
      return cases.filter { isServed($0, beside: shown, forms) }
    }

    /// Adds plural forms by name, for apps that know only those, where a form is for a single
    /// number and there is a case for exactly that number.
    private func withFormsOfOneNumber(
      _ cases: [Choice.Case],
      _ forms: PluralForms
    ) -> [Choice.Case] {
      var completed = cases
      for category in PluralCategory.allCases {
        guard let number = forms.onlyNumber(of: category),
          !cases.contains(where: { $0.key == .category(category) }),
          let place = completed.firstIndex(where: { $0.key == .exactly(number) })
        else { continue }
        completed.insert(
          Choice.Case(.category(category), completed[place].message),
          at: place + 1
        )
      }
      return completed
    }

    /// Adds the form `other` in a language that has it for fractions only, which tools for whole
    /// numbers do not ask for.
    private mutating func withFormOfFractions(
      _ cases: [Choice.Case],
      _ forms: PluralForms
    ) -> [Choice.Case] {
      guard !forms.ofWholeNumbers.contains(.other), !cases.contains(where: { $0.key == .other })
      else { return cases }
      for category in PluralCategory.allCases.reversed() {
        guard let form = cases.first(where: { $0.key == .category(category) }) else { continue }
        report(
          .pluralForm,
          "no plural form \"other\", which \(check.language) has for fractions; the form "
            + "\"\(category.rawValue)\" is used"
        )
        return cases + [Choice.Case(.other, form.message)]
      }
      return cases
    }

    /// Reports missing forms, and those that the language does not have.
    private mutating func reportForms(
      _ cases: [Choice.Case],
      _ forms: PluralForms,
      _ kind: String,
      _ offset: Int64
    ) {
      var present: Set<PluralCategory> = []
      var exact: Set<Int64> = []
      for choiceCase in cases {
        switch choiceCase.key {
        case .category(let category): present.insert(category)
        case .other: present.insert(.other)
        case .exactly(let number): exact.insert(number.subtractingReportingOverflow(offset).0)
        case .device, .word: break
        }
      }
      for missing in PluralCategory.allCases
      where !present.contains(missing) && !forms.areAll(exact, of: missing) {
        if missing == .other {
          outcome.missing = kind
        } else if forms.needed.contains(missing) {
          report(
            .pluralForm,
            "no \(kind) form \"\(missing.rawValue)\", which \(check.language) has; the form "
              + "\"other\" is used"
          )
        } else if forms.all.contains(missing) {
          outcome.large.missing.insert(missing)
        }
      }
      outcome.large.present.formUnion(
        present.intersection(forms.all).subtracting(forms.needed).subtracting([.other])
      )
      for needless in PluralCategory.allCases
      where present.contains(needless) && !forms.all.contains(needless) {
        report(
          .pluralForm,
          "a \(kind) form \"\(needless.rawValue)\", which \(check.language) has not"
        )
      }
    }

    /// Returns whether a form shows what `other` shows. A form for a single number may omit it, to
    /// say it in words.
    private mutating func isServed(
      _ choiceCase: Choice.Case,
      beside other: Set<String>,
      _ forms: PluralForms
    ) -> Bool {
      guard case .category(let category) = choiceCase.key else { return true }
      let shown = choiceCase.message.shownArguments()
      let added = shown.subtracting(other).subtracting(choosing)
      if !added.isEmpty, !isTranslation {
        report(
          .placeholder,
          "\(added.sorted().joined(separator: ", ")) in the form \"\(category.rawValue)\" and not in "
            + "\"other\""
        )
      }
      let missing = other.subtracting(shown)
      guard !missing.isEmpty, forms.onlyNumber(of: category) == nil else { return true }
      report(
        .placeholder,
        "\(missing.sorted().joined(separator: ", ")) in the form \"other\" and not in "
          + "\"\(category.rawValue)\", which is for several numbers; the form \"other\" is used"
      )
      return false
    }

    private mutating func report(_ rule: FindingRule, _ message: String) {
      outcome.faults.append(Fault(rule: rule, message: message))
    }
  }
}
