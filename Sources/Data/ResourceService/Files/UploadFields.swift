// SPDX-License-Identifier: Apache-2.0
//
// Resumable uploads according to draft-ietf-httpbis-resumable-upload. A PUT or POST with
// Upload-Complete begins one; 104 states its address at once, so that a client whose connection
// breaks knows it. HEAD of that address returns the number of bytes received, PATCH sends more,
// DELETE cancels the upload. The last request, with `Upload-Complete: ?1`, gets the answer that an
// upload in one piece would have got.

import HTTPValues

/// The fields of a request that sends a file or a part of one.
struct UploadFields: Sendable {
  /// Whether the file ends with this request; `nil` for an upload that cannot be resumed.
  let isComplete: Bool?
  /// The number of bytes that the client believes to have arrived.
  let offset: Int?
  /// The number of bytes of the whole file.
  let length: Int?
  let contentDigest: [UInt8]?
  let reprDigest: [UInt8]?
  /// The version of the draft that the client speaks.
  let interop: String?

  static let partType = "application/partial-upload"

  /// Refuses a file in a content coding, without which it would be served.
  init(_ fields: Fields) throws(ResourceProblem) {
    if let coding = fields["content-encoding"], coding.lowercased() != "identity" {
      throw ResourceProblem.coded(coding)
    }
    isComplete = try UploadFields.item("upload-complete", fields, "?0 or ?1") { item in
      if case .boolean(let value) = item { value } else { nil }
    }
    offset = try UploadFields.count("upload-offset", fields)
    length = try UploadFields.count("upload-length", fields)
    contentDigest = try FileDigest.announced("content-digest", fields)
    reprDigest = try FileDigest.announced("repr-digest", fields)
    interop = fields["upload-draft-interop-version"]
  }

  private static func count(
    _ name: FieldName,
    _ fields: Fields
  ) throws(ResourceProblem) -> Int? {
    try item(name, fields, "a number of bytes") { item in
      if case .integer(let count) = item, count >= 0 { count } else { nil }
    }
  }

  private static func item<Value>(
    _ name: FieldName,
    _ fields: Fields,
    _ expected: String,
    _ read: (StructuredField.BareItem) -> Value?
  ) throws(ResourceProblem) -> Value? {
    guard let text = fields[name] else { return nil }
    guard let item = try? StructuredField.Item(parsing: text), let value = read(item.value) else {
      throw ResourceProblem(.badUpload, "\(name) is \(text.prefix(40)); expected \(expected)")
    }
    return value
  }

  /// The media type of an uploaded file.
  static func mediaType(_ fields: Fields) throws(ResourceProblem) -> String {
    let text = fields["content-type"] ?? "application/octet-stream"
    guard MediaType(text) != nil, text.utf8.count <= 200 else {
      throw ResourceProblem(
        .mediaType,
        "content-type is \(text.prefix(60)); expected a media type of at most 200 bytes"
      )
    }
    return text
  }
}

extension RecordFiles {
  /// The value of Upload-Limit.
  var limitField: String { "max-size=\(limits.fileBytes), max-age=\(limits.uploadSeconds)" }
}
