// SPDX-License-Identifier: Apache-2.0

package import Bytes
import HTTPValues

/// A collector: `http://localhost:4318`, `https://otel.example.com/prefix`.
package struct OTLPTarget: Sendable, CustomStringConvertible {
  let origin: Origin
  /// The path before `/v1/traces`.
  private let prefix: String
  package let description: String

  package init(_ text: String) throws(PlainError) {
    let bytes = Array(text.utf8)
    guard let form = AbsoluteForm(text), form.query == nil else { throw OTLPTarget.fault(text) }
    let authority = String(decoding: bytes[form.authority], as: UTF8.self)
    guard let origin = Origin(url: "\(form.scheme.name)://\(authority)") else {
      throw OTLPTarget.fault(text)
    }
    self.origin = origin
    var prefix = String(decoding: bytes[form.path], as: UTF8.self)
    while prefix.hasSuffix("/") { prefix.removeLast() }
    self.prefix = prefix
    description = text
  }

  private static func fault(_ text: String) -> PlainError {
    PlainError(
      "\(text) is no address of a collector; expected http://HOST:4318 or"
        + " https://HOST/path, to which /v1/traces is added"
    )
  }

  func path(of signal: OTLPSignal) -> String { prefix + signal.path }
}

/// The encoding of requests to a collector.
package enum OTLPFormat: String, Sendable, CaseIterable {
  case protobuf, json

  var mediaType: String {
    switch self {
    case .protobuf: "application/x-protobuf"
    case .json: "application/json"
    }
  }
}
