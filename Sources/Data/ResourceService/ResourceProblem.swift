// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// An error as Problem Details (RFC 9457), with a code for programs and the attributes at fault.
package struct ResourceProblem: Error, Sendable, CustomStringConvertible {
  package let status: Status
  package let code: Code
  package let description: String
  private let extensions: [(String, DataValue)]
  var fields = Fields()
  private var type = "about:blank"
  /// The code of a webhook that has refused a write.
  private var hookCode: String?

  /// - Parameters:
  ///   - extensions: further members of the body.
  ///   - status: the status, unless it is that of the code.
  ///   - seconds: the time after which the request may succeed.
  init(
    _ code: Code,
    _ detail: String,
    _ extensions: [(String, DataValue)] = [],
    status: Status? = nil,
    retryAfter seconds: Int64? = nil
  ) {
    self.status = status ?? code.status
    self.code = code
    description = detail
    self.extensions = extensions
    if self.status == .unauthorized {
      fields.append("www-authenticate", "Bearer realm=\"records\"")
    }
    if let seconds { fields.append("retry-after", "\(seconds)") }
  }

  /// The problem as the body of a response.
  var json: DataValue {
    .members(
      [
        ("type", .text(type)), ("title", .text(status.reason.description)),
        ("status", .integer(Int64(status.code))), ("detail", .text(description)),
        ("code", .text(hookCode ?? code.rawValue)),
      ] + extensions
    )
  }

  var reply: ResourceReply {
    var reply = ResourceReply(status, json, mediaType: "application/problem+json")
    reply.fields.append(contentsOf: fields)
    reply.fields.append("cache-control", "no-store")
    reply.refusal = note
    return reply
  }

  /// The problem as events tell it.
  var note: RefusalNote {
    RefusalNote(hookCode ?? code.rawValue, description, expected: code.expected)
  }

  /// The same problem, which removes a cookie from the browser.
  func removing(_ cookie: SessionCookie) -> ResourceProblem {
    var problem = self
    problem.fields.append(FieldName(.setCookie), cookie.removing)
    return problem
  }

  static func noMethod(_ allowed: [String]) -> ResourceProblem {
    let list = allowed.joined(separator: ", ")
    var problem = ResourceProblem(.method, "the method is another one; expected one of \(list)")
    problem.fields.append("allow", list)
    return problem
  }

  /// The request has a query parameter that its operation does not have.
  static func unknownParameter(_ name: String, among names: [String]) -> ResourceProblem {
    let nearest = Suggestion.nearest(to: name, among: names).map { " (did you mean \($0)?)" }
    return ResourceProblem(
      .badParameter,
      "\(name.prefix(40)) is no parameter of this request\(nearest ?? ""); expected one of "
        + names.joined(separator: ", ")
    )
  }

  /// A parameter that has names has one which is not known.
  static func unknownName(
    _ name: String,
    in parameter: String,
    among names: [String]
  ) -> ResourceProblem {
    let nearest = Suggestion.nearest(to: name, among: names).map { "; did you mean \($0)?" }
    return ResourceProblem(
      .badParameter,
      "\(parameter) has \(name.prefix(40))"
        + (nearest ?? "; expected some of \(names.joined(separator: ", "))")
    )
  }

  /// The path has no name of a type.
  static let noType = ResourceProblem(.notFound, "the path names no type; expected the name of one")

  /// A file is sent in a content coding.
  static func coded(_ coding: String) -> ResourceProblem {
    var problem = ResourceProblem(
      .mediaType,
      "content-encoding is \(coding.prefix(40)); expected a file without coding"
    )
    problem.fields.append("accept-encoding", "identity")
    return problem
  }

  /// The path ends with a colon and an unknown verb.
  static func noVerb(_ verb: String?, among verbs: [String]) -> ResourceProblem {
    ResourceProblem(
      .notFound,
      "the path ends with :\((verb ?? "").prefix(40)); expected \(verbs.joined(separator: ", "))"
    )
  }

  /// The request needs a higher level of permission.
  static func rights(
    _ status: Status,
    _ rights: ResourceService.Rights,
    needed: ResourceService.Rights
  ) -> ResourceProblem {
    ResourceProblem(
      .rights,
      "the request may \(rights == .nothing ? "do nothing" : "\(rights)"); expected \(needed)",
      status: status
    )
  }

  /// No session has the token of a request.
  static var unknownToken: ResourceProblem {
    ResourceProblem(.rights, "the session has ended or was never there; expected the token of one")
  }

  /// The account of the sender is locked.
  static var lockedAccount: ResourceProblem {
    ResourceProblem(
      .rights,
      "the account is locked; expected one that is not",
      status: .forbidden
    )
  }

  /// A code of a sign-in is wrong.
  static var wrongCode: ResourceProblem {
    ResourceProblem(
      .badCode,
      "the code is wrong, or was used before; expected the present one of the app, or a recovery code"
    )
  }

  /// A sign-in whose first step has succeeded goes on with a code of the user's second factor.
  static func secondFactor(_ challenge: String, until expires: Timestamp) -> ResourceProblem {
    ResourceProblem(
      .secondFactor,
      "the user has a second factor; expected its code, sent with the challenge",
      [("challenge", .text(challenge)), ("expires", .text(expires.description))]
    )
  }

  /// The client's address has used up its attempts.
  static func tooMany(_ seconds: Int) -> ResourceProblem {
    ResourceProblem(
      .tooManyAttempts,
      "there were too many attempts; expected the next in \(seconds) seconds",
      retryAfter: Int64(seconds)
    )
  }

  /// The store is not open yet; the problem names it without its machines and the reason, which are for
  /// operators.
  static func away(_ outage: StoreOutage?, at now: Timestamp) -> ResourceProblem {
    let store = outage?.store ?? "the store"
    return ResourceProblem(
      .storeAway,
      "the records cannot be reached: \(store) does not answer yet; expected it to be tried again "
        + "soon",
      [("store", .text(store))],
      retryAfter: max(1, (outage?.next.seconds ?? now.seconds) - now.seconds + 1)
    )
  }

  /// Files would have more bytes than a quota allows.
  static func overQuota(_ detail: String, used: Int64, quota: Int64) -> ResourceProblem {
    ResourceProblem(.quota, detail, [("used", .integer(used)), ("quota", .integer(quota))])
  }

  /// The readers of changes that a limit is about.
  enum StreamLimit {
    case all
    case client
    case app
  }

  /// As many clients wait for changes as may.
  static func tooManyStreams(_ most: Int, of limit: StreamLimit) -> ResourceProblem {
    let detail =
      switch limit {
      case .all: "\(most) clients wait for changes; expected fewer"
      case .client:
        "the client waits for changes \(most) times already; expected an end of one of them first"
      case .app: "\(most) clients of the app wait for changes; expected fewer"
      }
    let status: Status = limit == .all ? .serviceUnavailable : .tooManyRequests
    return ResourceProblem(.tooManyStreams, detail, status: status, retryAfter: 30)
  }

  /// The bytes of a part do not follow those that are here (the resumable uploads' own type).
  static func offset(_ provided: Int?, expected: Int) -> ResourceProblem {
    var problem = ResourceProblem(
      .uploadOffset,
      "upload-offset is \(provided.map { "\($0)" } ?? "missing"); expected \(expected)",
      [
        ("expected-offset", .integer(Int64(expected))),
        ("provided-offset", provided.map { .integer(Int64($0)) } ?? .null),
      ]
    )
    problem.type = "https://iana.org/assignments/http-problem-types#mismatching-upload-offset"
    problem.fields.append("upload-offset", "\(expected)")
    problem.fields.append("upload-complete", "?0")
    return problem
  }

  /// The webhook of a type has refused a write.
  static func refused(_ refusal: WriteRefusal, _ detail: String) -> ResourceProblem {
    let error = refusal.attribute.map { attribute in
      DataValue.members([
        ("attribute", .text(attribute)), ("code", .text(refusal.code)), ("message", .text(detail)),
      ])
    }
    var problem = ResourceProblem(
      .refused,
      detail,
      error.map { [("errors", .list([$0]))] } ?? [],
      status: Status(refusal.status)
    )
    problem.hookCode = refusal.code
    return problem
  }

  static func invalid(_ errors: [ValidationError]) -> ResourceProblem {
    let list = errors.map { error in
      DataValue.members([
        ("attribute", .text(error.attribute)), ("code", .text(error.code.rawValue)),
        ("message", .text(error.message)),
      ])
    }
    return ResourceProblem(.invalid, "\(ValidationErrors(errors))", [("errors", .list(list))])
  }
}
