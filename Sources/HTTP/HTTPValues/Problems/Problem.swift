// SPDX-License-Identifier: Apache-2.0

package import Bytes

// RFC 9457, in JSON only. `type`, `title` and `status` are always written, `status` being the one
// of the response, so that it stays right when an intermediary changes the status line. Members of
// extensions stand behind in their order; one that is named like a member of the standard, or like
// an earlier extension, is left out.

/// An error as the body of a response.
package struct Problem: Sendable, Equatable {
  /// A further member.
  package struct Member: Sendable, Equatable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package static let mediaType = "application/problem+json"

  package var type: ProblemType
  package var status: Status
  /// What is special about this occurrence, in words for people.
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

  /// Appends the problem as a JSON object.
  package func appendJSON(to buffer: inout ByteBuffer) {
    var members = [
      Member("type", .string(type.uri)), Member("title", .string(type.title)),
      Member("status", .integer(Int(status.code))),
    ]
    if let detail { members.append(Member("detail", .string(detail))) }
    if let instance { members.append(Member("instance", .string(instance))) }
    let reserved: Set = ["type", "title", "status", "detail", "instance"]
    var names = reserved
    for member in extensions where names.insert(member.name).inserted { members.append(member) }
    JSONValue.object(members.map { JSONValue.Member($0.name, $0.value) }).append(to: &buffer)
  }

  /// The problem as the bytes of a body.
  package var json: [UInt8] {
    var buffer = ByteBuffer(capacity: 256)
    appendJSON(to: &buffer)
    return buffer.span.array
  }
}
