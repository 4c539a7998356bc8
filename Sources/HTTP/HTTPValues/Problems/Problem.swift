// SPDX-License-Identifier: Apache-2.0

// RFC 9457, in JSON only. `type`, `title` and `status` are always written, `status` being the one
// of the response, so that it stays right when an intermediary changes the status line. Members of
// extensions stand behind in their order; one that is named like a member of the standard, or like
// an earlier extension, is left out.

/// An error as the body of a response.
package struct Problem: Sendable, Equatable {
  /// A further member.
  package typealias Member = JSONValue.Member

  package static let mediaType = "application/problem+json"

  package var type: ProblemType
  package var status: Status
  /// Explanation of this occurrence, in words for people.
  package var detail: String?
  /// A URI of this occurrence.
  package var instance: String?
  package var extensions: [Member]

  /// `status` is that of the type unless another is given.
  package init(
    _ type: ProblemType,
    status: Status? = nil,
    detail: String? = nil,
    instance: String? = nil,
    extensions: [Member] = []
  ) {
    self.type = type
    self.status = status ?? type.status
    self.detail = detail
    self.instance = instance
    self.extensions = extensions
  }

  /// The problem as the bytes of a body, a JSON object.
  package var json: [UInt8] {
    var members: [JSONValue.Member] = [
      .init("type", .string(type.uri)), .init("title", .string(type.title)),
      .init("status", .integer(Int(status.code))),
    ]
    if let detail { members.append(.init("detail", .string(detail))) }
    if let instance { members.append(.init("instance", .string(instance))) }
    let reserved: Set = ["type", "title", "status", "detail", "instance"]
    var names = reserved
    for member in extensions where names.insert(member.name).inserted { members.append(member) }
    var bytes: [UInt8] = []
    JSONValue.object(members).append(to: &bytes)
    return bytes
  }
}
