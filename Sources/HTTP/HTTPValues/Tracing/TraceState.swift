// SPDX-License-Identifier: Apache-2.0

/// The `tracestate` of a request: what tracing systems on its way keep about the trace, newest first.
///
/// It is passed on as it came. Where it is longer than must be passed on, whole members go: first
/// those of more than 128 characters, then those at the end (W3C Trace Context, section 3.3.1.5).
package struct TraceState: Sendable, Hashable {
  package static let maximumBytes = 512
  static let largeMemberBytes = 128
  static let maximumMembers = 32

  /// The value of the field; never empty.
  package let text: String

  package init?(_ value: String) {
    var members = value.split(separator: ",").map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    guard !members.isEmpty, members.count <= TraceState.maximumMembers else { return nil }
    if TraceState.length(of: members) > TraceState.maximumBytes {
      members.removeAll { $0.utf8.count > TraceState.largeMemberBytes }
    }
    while TraceState.length(of: members) > TraceState.maximumBytes { members.removeLast() }
    guard !members.isEmpty else { return nil }
    text = members.joined(separator: ",")
  }

  /// Reads the state that goes with a valid `traceparent`.
  package init?(_ fields: FieldsView) {
    guard fields.contains(.tracestate), let value = fields.combined("tracestate") else {
      return nil
    }
    self.init(value)
  }

  private static func length(of members: [Substring]) -> Int {
    members.reduce(members.count - 1) { $0 + $1.utf8.count }
  }
}

extension Substring {
  fileprivate func trimmingBlanks() -> Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return self[first...last]
  }
}
