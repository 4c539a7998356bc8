// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel

extension TypeOperations {
  /// The operations on the files of records.
  var files: [APIOperation] {
    type.attributes.filter { $0.kind == .binary }.flatMap { attribute in
      var operations: [APIOperation] = []
      if type.allows(.fetch) { operations.append(download(attribute)) }
      if type.allows(.update) { operations += [upload(attribute), remove(attribute)] }
      return operations
    }
  }

  private static let bytes: DataValue = ["type": "string", "format": "binary"]

  /// The form that creates a record with its files; `nil` for a type without any.
  var creationForm: APIBody? {
    let binary = type.attributes.filter { $0.kind == .binary }
    guard !binary.isEmpty else { return nil }
    let record = (IncomingForm.recordPart, APISchemas.reference("\(type.name).new"))
    return APIBody(
      APISchemas.object([record] + binary.map { ($0.name, Self.bytes) }),
      as: ResourceHandler.formType
    )
  }

  private func download(_ attribute: Attribute) -> APIOperation {
    let name = attribute.name
    var get = operation(.get, "/{id}/\(name)", "file.\(name)", "Answers the file \(name)")
    get.detail = "Answers a range of it as well, with its digests (RFC 9530)."
    get.parameters = [id, Self.ifNoneMatch]
    var whole = APIAnswer(200, "The file.", fields: ["ETag"])
    whole.contents = [("*/*", Self.bytes)]
    var part = APIAnswer(206, "A range of the file.", fields: ["ETag"])
    part.contents = [("*/*", Self.bytes)]
    get.answers = [
      whole, part, APIAnswer(304, "The client has it already.", fields: ["ETag"]),
    ]
    get.problems = [400, 404, 412]
    return get
  }

  private func upload(_ attribute: Attribute) -> APIOperation {
    let name = attribute.name
    var put = operation(.put, "/{id}/\(name)", "setFile.\(name)", "Uploads the file \(name)")
    put.detail =
      "The media type is that of the body. With Upload-Complete it can be continued where it broke, "
      + "by the IETF's resumable uploads."
    put.parameters = [id]
    put.bodies = [APIBody(Self.bytes, as: "*/*")]
    put.answers = [
      APIAnswer(200, "The record with the new file.", record, fields: ["ETag"]),
      APIAnswer(201, "The record with its file.", record, fields: ["ETag", "Location"]),
    ]
    put.problems = [400, 404, 409, 412, 413, 415, 422, 503]
    return put
  }

  private func remove(_ attribute: Attribute) -> APIOperation {
    let name = attribute.name
    var delete = operation(
      .delete,
      "/{id}/\(name)",
      "removeFile.\(name)",
      "Removes the file \(name)"
    )
    delete.parameters = [id]
    delete.answers = [APIAnswer(204, "There is none any more.")]
    delete.problems = [400, 404, 409, 412]
    return delete
  }
}
