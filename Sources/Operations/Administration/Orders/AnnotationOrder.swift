// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Monitor

/// An annotation to add: `{"kind": "deploy", "text": "shop service 4.2"}`, with `"time"` in seconds since
/// 1970 for one of the past, and `"site"`.
struct AnnotationOrder: OperatorOrder {
  let annotation: Annotation

  init(_ body: [UInt8], at now: Int64) throws(PlainError) {
    let order = try OrderBody(
      body,
      keys: ["kind", "text", "time", "site"],
      example: "{\"kind\": \"deploy\", \"text\": …}"
    )
    let kind = try order.text("kind") ?? "deploy"
    let text = try order.text("text") ?? ""
    let site = try order.text("site")
    let past = "seconds since 1970 up to now, \(now)"
    let time = try order.number("time", in: 0...max(0, now), expected: past) ?? now
    guard let annotation = Annotation(time: time, kind: kind, text: text, site: site) else {
      throw PlainError(
        "\"kind\" is \"\(kind.prefix(60))\" and \"text\" has \(text.unicodeScalars.count)"
          + " letters; expected a lower-case word of at most \(Annotation.kindLimit) letters, and 1 to"
          + " \(Annotation.textLimit) letters of text"
      )
    }
    self.annotation = annotation
  }

  func preview(of state: AdminState) -> OrderPreview {
    let time = UnixTime(seconds: annotation.time)
    return OrderPreview([
      "Charts will show at \(time): \(annotation.kind), \(annotation.text)."
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    try await state.annotate(annotation, by: caller)
  }
}
