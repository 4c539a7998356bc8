// SPDX-License-Identifier: Apache-2.0

package import Bytes
import HTTPValues

/// A field of every request to a collector, such as one that authenticates the sender.
package struct OTLPHeader: Sendable, Equatable {
  /// The environment variable with the fields, which keeps secrets out of the list of processes.
  package static let variable = "OTEL_EXPORTER_OTLP_HEADERS"

  let name: FieldName
  let value: String

  /// Reads `api-key=secret,authorization=Basic%20c2VjcmV0`.
  package static func list(_ text: String) throws(PlainError) -> [OTLPHeader] {
    var headers: [OTLPHeader] = []
    for (index, entry) in text.split(separator: ",").enumerated() {
      let pair = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let value = PercentCoding.decodeText(trimmed(pair[1]).utf8Span.span),
        let name = FieldName(trimmed(pair[0]).lowercased()), isValue(value)
      else {
        // The list is not shown, since it may have secrets.
        throw PlainError(
          "\(OTLPHeader.variable): entry \(index + 1) is no field; expected name=value with a percent sign and"
            + " two digits for other characters, and commas between entries"
        )
      }
      headers.append(OTLPHeader(name: name, value: value))
    }
    return headers
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.trimmingPrefix(while: { $0 == " " }).reversed().drop { $0 == " " }.reversed())
  }

  private static func isValue(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
