// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// Fault of bytes that are no acceptable message.
package struct HeadFault: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Kind: Sendable, Equatable, CaseIterable {
    case startLine
    case method
    case target
    case version
    case unsupportedVersion
    case lineEnd
    case fieldName
    case fieldValue
    case foldedField
    case host
    case contentLength
    case transferCoding
    case unsupportedCoding
    case lengthAndCoding
    case expectation
    case status
    case interimContent
    case chunkSize
    case chunkExtension
    case chunkEnd
    case chunkOverhead
    case trailer
    case startLineTooLong
    case headTooLong
    case tooManyFields
    case trailersTooLong
  }

  package let kind: Kind
  /// Where in the bytes it showed.
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// Status with which a client is answered.
  package var status: Status {
    switch kind {
    case .startLineTooLong: .uriTooLong
    case .headTooLong, .tooManyFields, .trailersTooLong: .requestHeaderFieldsTooLarge
    case .unsupportedVersion: .httpVersionNotSupported
    case .unsupportedCoding: .notImplemented
    case .expectation: .expectationFailed
    default: .badRequest
    }
  }

  /// For metrics.
  package var label: StaticString {
    switch kind {
    case .startLine: "start_line"
    case .method: "method"
    case .target: "target"
    case .version: "version"
    case .unsupportedVersion: "unsupported_version"
    case .lineEnd: "line_end"
    case .fieldName: "field_name"
    case .fieldValue: "field_value"
    case .foldedField: "folded_field"
    case .host: "host"
    case .contentLength: "content_length"
    case .transferCoding: "transfer_coding"
    case .unsupportedCoding: "unsupported_coding"
    case .lengthAndCoding: "length_and_coding"
    case .expectation: "expectation"
    case .status: "status"
    case .interimContent: "interim_content"
    case .chunkSize: "chunk_size"
    case .chunkExtension: "chunk_extension"
    case .chunkEnd: "chunk_end"
    case .chunkOverhead: "chunk_overhead"
    case .trailer: "trailer"
    case .startLineTooLong: "start_line_too_long"
    case .headTooLong: "head_too_long"
    case .tooManyFields: "too_many_fields"
    case .trailersTooLong: "trailers_too_long"
    }
  }

  /// Explanation for the client's author, where the words of the status do not lead to the mistake.
  package var detail: String? {
    switch kind {
    case .target:
      "byte \(offset) of the request is none that a target may have; expected % and two hexadecimal "
        + "digits for what is not a letter, a digit or one of -._~:/?[]@!$&'()*+,;="
    case .version:
      "byte \(offset) of the request begins no version; expected HTTP/1.1, and %20 for a blank in a target"
    default: nil
    }
  }

  package var description: String { "\(label) at byte \(offset)" }
}
