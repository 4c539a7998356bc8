// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes

// The forms of what conditions name of visitors.

extension RegionCode {
  static let shape = Shape.text(.country)
    .schema([
      "type": "string",
      "anyOf": [
        .one(of: (Countries.all.map { "\($0)" } + ["UK"]).sorted()),
        ["pattern": .text(SchemaPatterns.unusualCountry)],
      ],
      "patternErrorMessage": .text("expected \(TextForm.country.expected)"),
    ])
    .named("country")
}

extension VersionRange {
  static let shape = Shape<IntervalSet<AppVersion>>(
    schema: {
      .string(like: SchemaPatterns.versions, called: "a range of versions such as \(example)")
        .with("maxLength", .integer(maximumBytes))
    },
    read: { value, subject, context in
      guard let text = Shape<String>.text.read(value, subject, &context) else { return nil }
      if let versions = versions(in: text) { return versions }
      let suggestion = suggestion(for: text)
      context.findings.error(
        .badValue,
        at: context.place(of: value),
        "\"\(text)\" is no range of versions"
          + (suggestion == nil ? "; expected one such as \(example)" : ""),
        suggestion: suggestion
      )
      return nil
    }
  )
  .named("versions")
}

extension BuildRange {
  /// A build as a number, or a range of builds.
  static let shape = Shape<IntervalSet<UInt64>>(
    schema: {
      [
        "anyOf": [
          .count,
          .string(like: SchemaPatterns.builds, called: "a range of builds such as \(example)")
            .with("maxLength", .integer(VersionRange.maximumBytes)),
        ]
      ]
    },
    read: { value, subject, context in
      switch value.content {
      case .integer(let build) where build >= 0:
        return IntervalSet(from: UInt64(build), until: UInt64(build) + 1)
      case .string(let text):
        if let builds = BuildRange.builds(in: text) { return builds }
        if let suggestion = VersionRange.suggestion(for: text) {
          context.findings.error(
            .badValue,
            at: context.place(of: value),
            "\"\(text)\" is no range of builds",
            suggestion: suggestion
          )
          return nil
        }
      default: break
      }
      context.badValue(value, "\(subject) is no range of builds; expected one such as \(example)")
      return nil
    }
  )
}

extension UnixTime {
  /// An instant as a text, or as the date of a property list.
  static let shape = Shape<UnixTime>(
    schema: {
      .string(
        like: SchemaPatterns.instant,
        called: "an instant with its zone such as \(UnixTime.example)"
      )
    },
    read: { value, subject, context in
      switch value.content {
      case .string(let text): if let time = UnixTime(text) { return time }
      case .date(let date): return UnixTime(seconds: Int64(date.secondsSince1970.rounded(.down)))
      default: break
      }
      context.badValue(
        value,
        "\(subject) is no instant; expected one with its zone such as \(UnixTime.example)"
      )
      return nil
    },
    write: { DataValue(.string("\($0)")) }
  )
  .named("instant")
}
