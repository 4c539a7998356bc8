// SPDX-License-Identifier: Apache-2.0

/// A reader of bytes from outside, with what must hold whatever the bytes are. A broken promise is a
/// trap, which a fuzzer and a test both see.
///
/// To add one: a case here, its file beside this one, a folder of its name in `Corpus`.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case requestHead = "request-head"
  case responseHead = "response-head"
  case chunkedBody = "chunked-body"
  case structuredField = "structured-field"
  case uriTemplate = "uri-template"
  case proxyHeader = "proxy-header"
  case dataFile = "data-file"
  case jsonDocument = "json-document"
  case jsonPath = "json-path"
  case filter
  case recordBatch = "record-batch"
  case recordForm = "record-form"

  package func run(_ bytes: [UInt8]) {
    switch self {
    case .requestHead: fuzzRequestHead(bytes)
    case .responseHead: fuzzResponseHead(bytes)
    case .chunkedBody: fuzzChunkedBody(bytes)
    case .structuredField: fuzzStructuredField(bytes)
    case .uriTemplate: fuzzURITemplate(bytes)
    case .proxyHeader: fuzzProxyHeader(bytes)
    case .dataFile: fuzzDataFile(bytes)
    case .jsonDocument: fuzzJSONDocument(bytes)
    case .jsonPath: fuzzJSONPath(bytes)
    case .filter: fuzzFilter(bytes)
    case .recordBatch: fuzzRecordBatch(bytes)
    case .recordForm: fuzzRecordForm(bytes)
    }
  }
}
