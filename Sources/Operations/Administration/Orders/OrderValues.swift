// SPDX-License-Identifier: Apache-2.0

import Commands
import ContentModel
import DataFiles
import FileShapes

extension Shape where Value == String {
  /// A text of so many letters.
  static func letters(_ range: ClosedRange<Int>) -> Shape {
    text.checked { text, value, subject, context in
      let count = text.unicodeScalars.count
      if range.contains(count) { return true }
      context.badValue(
        value,
        "\(subject) has \(count) letters; expected \(range.lowerBound) to \(range.upperBound)"
      )
      return false
    }
  }
}

extension Shape where Value == Int64 {
  /// The seconds of a time such as `10m`.
  static func span(_ range: ClosedRange<Duration>, called words: String) -> Shape {
    Shape(
      schema: { .string(like: "^[0-9]+(ms|s|m|h|d)$", called: words) },
      read: { value, subject, context in
        if let span = value.string.flatMap({ TimeSpan($0, in: range) }) {
          return span.duration.components.seconds
        }
        let seen = value.string.map { "\"\($0)\"" } ?? value.kindName
        context.badValue(value, "\(subject) is \(seen); expected \(words)")
        return nil
      }
    )
  }

  /// A time from a minute to a year.
  static var span: Shape {
    span(.seconds(60) ... .seconds(366 * 86_400), called: "a time from 1m to 366d, such as 10m")
  }
}

extension Shape where Value == UnixTime {
  /// An instant with its zone.
  static var instant: Shape {
    Shape(
      schema: { .string },
      read: { value, subject, context in
        if let time = value.string.flatMap({ UnixTime($0) }) { return time }
        let seen = value.string.map { "\"\($0)\"" } ?? value.kindName
        context.badValue(
          value,
          "\(subject) is \(seen); expected an instant with its zone such as \(UnixTime.example)"
        )
        return nil
      }
    )
  }
}
