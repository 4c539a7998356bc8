// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import FileShapes
import Measure
import Monitor
import Serving

/// The order to add an annotation to charts.
struct AnnotationOrder: OperatorOrder {
  private struct Body: Sendable {
    var kind = "deploy"
    var text = ""
    var time: Int?
    var site: String?
  }

  static let definition = OrderDefinition(
    "annotate",
    at: .annotations,
    .annotation,
    "Notes a change that charts show.",
    Shape.object(Body()) {
      Member("kind", \.kind, .text, "Kind of the change, a lower-case word.", examples: ["deploy"])
      Member(
        "text",
        \.text,
        .text,
        isRequired: true,
        "What has changed.",
        examples: ["shop service 4.2"]
      )
      Member(
        "time",
        \.time,
        .integer(0...Int(Int32.max) * 2),
        "Seconds since 1970 of a change in the past.",
        examples: [1_795_953_600]
      )
      Member("site", \.site, .text, "Site that it is about.", examples: ["shop"])
    }
  ) { try AnnotationOrder($0, at: UnixTime.now.seconds) }

  private let annotation: Annotation

  private init(_ body: Body, at now: Int64) throws(PlainError) {
    let (kind, text) = (body.kind, body.text)
    let time = body.time.map { Int64($0) } ?? now
    guard time <= now else {
      throw PlainError("\"time\" is \(time); expected seconds since 1970 up to now, \(now)")
    }
    guard let annotation = Annotation(time: time, kind: kind, text: text, site: body.site) else {
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
    return OrderPreview(["Charts will show at \(time): \(annotation.kind), \(annotation.text)."])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    try await state.monitor?.annotate(annotation)
    state.audit.record(
      .annotation,
      by: caller,
      site: annotation.site,
      .annotation(annotation.kind, annotation.text)
    )
    var bytes: [UInt8] = []
    annotation.write(to: &bytes)
    return bytes
  }
}
