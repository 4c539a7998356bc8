// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans

extension BodyScanner {
  /// Checks the arguments of a text; those that a plan fills are checked by its template.
  mutating func take(
    arguments: DataDictionary,
    _ rows: UInt64,
    _ findings: inout Findings
  ) {
    for member in arguments.members {
      refuseReservedArgument(member, &findings)
      if hasPlan {
        guard let otherwise = member.value[TemplateKeys.otherwise] else { continue }
        walk(otherwise, key: member.key, rows: rows, isRow: false, &findings)
        continue
      }
      switch member.value.content {
      case .integer, .decimal: break
      case .string(let text) where !Pick.isPick(text): break
      case .dictionary(let dictionary) where FormatDeclaration.isOne(dictionary):
        check(format: member.value, &findings)
      default:
        findings.error(
          .wrongKind,
          at: FilePlace(file, member.value.position),
          "the argument \"\(member.key)\" of a text is \(member.value.kindName); expected a "
            + "text, a number or one of \(FormatDeclaration.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
        )
      }
    }
  }

  func refuseReservedArgument(
    _ member: DataDictionary.Member,
    _ findings: inout Findings
  ) {
    guard member.key.hasPrefix("$") else { return }
    findings.error(
      .unknownKey,
      at: FilePlace(file, member.keyPosition),
      "a text has no argument \"\(member.key)\"; expected a name without $"
    )
  }

  /// A value for readers, and what stands in for it.
  mutating func take(
    format: DataValue,
    key: String,
    rows: UInt64,
    _ findings: inout Findings
  ) {
    variant.writesValues = true
    guard hasPlan else { return check(format: format, &findings) }
    guard let otherwise = format[TemplateKeys.otherwise] else { return }
    walk(otherwise, key: key, rows: rows, isRow: false, &findings)
  }

  /// Without a plan there is nothing to pick, so that a value is what it says.
  private func check(format value: DataValue, _ findings: inout Findings) {
    var context = ReadingContext(file: file)
    let declared = FormatDeclaration.read(value, &context)
    findings.add(context.findings.all)
    if let declared, !declared.isLiteral {
      findings.error(
        .badFormat,
        at: declared.place ?? context.place(of: value),
        declared.usesCountry
          ? "\"$money\" has no \"currency\"; only a document with \"calls\" takes that of a country"
          : "there is nothing to pick from: the document has no \"calls\""
      )
    }
    if let otherwise = value[TemplateKeys.otherwise] {
      findings.error(
        .badFormat,
        at: context.place(of: otherwise),
        "\"else\" is never used: the document has no \"calls\""
      )
    }
  }
}
