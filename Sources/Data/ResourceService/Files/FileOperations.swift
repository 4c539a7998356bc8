// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import ResourceModel
import ResourceStore

enum FileOperations {
  /// The operations on the files of records, which are answered over connections alone.
  static let all = [download, upload, uploadPost, resume, remove, fileMethods].existing {
    context,
    path in
    path.count > 2 && context.store.types[path[0]]?.attribute(path[2])?.kind == .binary
  }

  private static func file(
    _ method: Method,
    _ name: String?,
    needs capability: ResourceType.Capability
  ) -> Operation {
    Operation(method, "/{type}/{id}/{file}", name, needs: .type([capability])) {
      throw ResourceProblem(.notFound, "\($0.request.path[2]) is a file of \(try $0.id)")
    }
    .over { _ in { try await $0.file($1, $2) } }.taking([.id])
  }

  private static let download = file(.get, "file.{part}", needs: .fetch).taking([.id, .ifNoneMatch])
    .describing("Answers the file {part}") { get, _ in
      get.detail = "Answers a range of it as well, with its digests (RFC 9530)."
      var whole = APIAnswer(200, "The file.", fields: ["ETag"])
      whole.contents = [("*/*", APISchemas.bytes)]
      var part = APIAnswer(206, "A range of the file.", fields: ["ETag"])
      part.contents = [("*/*", APISchemas.bytes)]
      get.answers = [
        whole, part, APIAnswer(304, "The client has it already.", fields: ["ETag"]),
      ]
      get.problems = [400, 404, 412]
    }

  private static let upload = file(.put, "setFile.{part}", needs: .update).describing(
    "Uploads the file {part}"
  ) { put, subject in
    put.detail =
      "The media type is that of the body. With Upload-Complete it can be continued where it broke, "
      + "by the IETF's resumable uploads."
    put.bodies = [APIBody(APISchemas.bytes, as: "*/*")]
    put.answers = [
      APIAnswer(200, "The record with the new file.", subject.record, fields: ["ETag"]),
      APIAnswer(201, "The record with its file.", subject.record, fields: ["ETag", "Location"]),
    ]
    put.problems = [400, 404, 409, 412, 413, 415, 422, 503]
  }

  private static let uploadPost = file(.post, nil, needs: .update)
  private static let resume = file(.patch, nil, needs: .update)
  private static let fileMethods = file(.options, nil, needs: .fetch)

  private static let remove = file(.delete, "removeFile.{part}", needs: .update).describing(
    "Removes the file {part}"
  ) { delete, _ in
    delete.answers = [APIAnswer(204, "There is none any more.")]
    delete.problems = [400, 404, 409, 412]
  }
}

extension APISubject {
  /// The form that creates a record with its files; `nil` for a type without any.
  var creationForm: APIBody? {
    let binary = (type?.attributes ?? []).filter { $0.kind == .binary }
    guard !binary.isEmpty else { return nil }
    let record = (IncomingForm.recordPart, APISchemas.reference(filled("{type}.new")))
    return APIBody(
      APISchemas.object([record] + binary.map { ($0.name, APISchemas.bytes) }),
      as: ResourceHandler.formType
    )
  }
}
