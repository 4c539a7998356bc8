// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FourM

/// An annotation to add: `{"kind": "deploy", "text": "shop service 4.2"}`, with `"time"` in seconds since
/// 1970 for one of the past, and `"site"`.
struct AnnotationOrder {
  let annotation: Annotation

  /// The error of an order that cannot be understood.
  struct Fault: Error { let message: String }

  private static let keys = ["kind", "text", "time", "site"]

  init(_ body: [UInt8], at now: Int64) throws(Fault) {
    guard let value = try? DataValue(reading: body.span, as: .json),
      case .dictionary(let order) = value.content
    else {
      throw Fault(
        message: "the body is no JSON object; expected {\"kind\": \"deploy\", \"text\": …}"
      )
    }
    for member in order.members where !AnnotationOrder.keys.contains(member.key) {
      throw Fault(
        message: "\"\(member.key)\" means nothing; expected "
          + AnnotationOrder.keys.joined(separator: ", ")
      )
    }
    let kind = try AnnotationOrder.text(order["kind"], "kind") ?? "deploy"
    let text = try AnnotationOrder.text(order["text"], "text") ?? ""
    let site = try AnnotationOrder.text(order["site"], "site")
    var time = now
    if let value = order["time"] {
      guard case .integer(let seconds) = value.content, (0...now).contains(seconds) else {
        throw Fault(
          message: "\"time\" is \(value.kindName); expected seconds since 1970 up to now, \(now)"
        )
      }
      time = seconds
    }
    guard let annotation = Annotation(time: time, kind: kind, text: text, site: site) else {
      throw Fault(
        message: "\"kind\" is \"\(kind.prefix(60))\" and \"text\" has \(text.unicodeScalars.count)"
          + " letters; expected a lower-case word of at most \(Annotation.kindLimit) letters, and 1 to"
          + " \(Annotation.textLimit) letters of text"
      )
    }
    self.annotation = annotation
  }

  private static func text(_ value: DataValue?, _ key: String) throws(Fault) -> String? {
    guard let value else { return nil }
    guard case .string(let text) = value.content else {
      throw Fault(message: "\"\(key)\" is \(value.kindName); expected a string")
    }
    return text
  }
}
