// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import Plans

extension AppSettings {
  static let shape = Shape.object(AppSettings(name: "")) {
    Member(
      "versions",
      \.versions,
      AppVersion.shape.oneOrMore().converted(to: { $0.sorted() }, from: \.self),
      "Versions that are in use; every screen is checked against them.",
      examples: [["1.0", "2.3.1"]]
    )
    Member(
      "update",
      \.gate,
      UpdateGate.shape,
      "Versions that must or should be replaced.",
      examples: [["minimum": "1.2", "storeURL": "https://apps.example.com/shop"]]
    )
  }
}

extension UpdateGate {
  static let shape = Shape.object(UpdateGate()) {
    Member(
      "minimum",
      \.minimum,
      AppVersion.shape,
      "Oldest version that can go on; older ones must be replaced.",
      examples: ["1.2"]
    )
    Member(
      "recommended",
      \.recommended,
      AppVersion.shape,
      "Oldest version that is not told of a newer one.",
      examples: ["2.0"]
    )
    Member(
      "blockedBuilds",
      \.blockedBuilds,
      build.list(),
      "Builds that must be replaced, whatever their version is.",
      examples: [[205]]
    )
    Member(
      "latest",
      \.latest,
      DeclaredVersion.shape,
      "Newest version in the store.",
      examples: ["2.3.1"]
    )
    Member(
      "storeURL",
      \.storeURL,
      Shape.text(.storeURL),
      isRequired: true,
      "Where the newest version is to be had.",
      examples: ["https://apps.example.com/shop"]
    )
    Member(
      "message",
      \.message,
      Shape<String>.text.placed,
      "Name of a text of Locales that says why.",
      examples: ["update.message"]
    )
    Member(
      "from",
      \.from,
      UnixTime.shape,
      "Instant at which the store has the newest version; nobody is told before.",
      examples: [DataValue(.string(UnixTime.example))]
    )
  }
  .adjusted { gate, value, _, context in
    guard let minimum = gate.minimum, let latest = gate.latest, minimum > latest.version else {
      return
    }
    context.badValue(
      value,
      "\"minimum\" \(minimum) is above \"latest\" \(latest.text): no version could be used"
    )
  }

  private static let build = Shape.integer(0...Int.max).schema(.count)
    .converted(to: { UInt64($0) }, from: { Int(clamping: $0) })
}

extension TextForm where Value == String {
  fileprivate static let storeURL = TextForm(
    "URL with a scheme",
    expected: "one such as https://apps.example.com/shop",
    pattern: #"^[A-Za-z][A-Za-z0-9+.-]*://[^ \t]+$"#,
    parse: { isURL($0) ? $0 : nil },
    print: { $0 },
    suggest: { text in
      let whole = "https://" + text.drop { $0 == "/" }
      return text.contains(".") && !text.contains("://") && isURL(whole) ? whole : nil
    }
  )

  private static func isURL(_ text: String) -> Bool {
    guard let end = text.firstRange(of: "://"), let first = text.utf8.first else { return false }
    return ASCII.isLetter(first) && end.upperBound < text.endIndex
      && !text.utf8.contains { $0 <= 0x20 }
      && text[..<end.lowerBound].utf8.allSatisfy {
        ASCII.isAlphanumeric($0) || "+.-".utf8.contains($0)
      }
  }
}

extension DatatypeSettings {
  static let datatypes = shape.dictionary(of: "the datatype")
    .converted(
      to: { entries in
        Dictionary(
          entries.map { entry in
            var datatype = entry.value
            datatype.place = entry.place
            return (entry.key, datatype)
          }
        ) { first, _ in first }
      },
      from: { datatypes in
        datatypes.sorted { $0.key < $1.key }
          .map { Entry(key: $0.key, place: $0.value.place, value: $0.value) }
      }
    )

  private static let shape = Shape.object(DatatypeSettings(place: FilePlace(SiteSettings.path))) {
    Member(
      "app",
      \.versions,
      VersionRange.shape,
      "Versions of apps that can draw it; all, unless given.",
      examples: [">=2"]
    )
    Member(
      "schema",
      \.schema,
      ValueSchema.shape,
      "JSON Schema of its bodies.",
      examples: [["type": "object", "required": ["title"]]]
    )
  }
}
