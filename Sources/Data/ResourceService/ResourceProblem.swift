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
  private var extensions: [(String, DataValue)] = []
  var fields = Fields()
  private var type = "about:blank"
  /// The code of a webhook that has refused a write.
  private var hookCode: String?

  init(_ status: Status, _ code: Code, _ detail: String) {
    self.status = status
    self.code = code
    description = detail
  }

  init(
    _ status: Status,
    _ code: Code,
    _ detail: String,
    _ extensions: [(String, DataValue)]
  ) {
    self.init(status, code, detail)
    self.extensions = extensions
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
    var problem = ResourceProblem(
      .methodNotAllowed,
      .method,
      "the method is another one; expected one of \(list)"
    )
    problem.fields.append("allow", list)
    return problem
  }

  /// The request has a query parameter that its operation does not have.
  static func unknownParameter(_ name: String, among names: [String]) -> ResourceProblem {
    let nearest = Suggestion.nearest(to: name, among: names).map { " (did you mean \($0)?)" }
    return ResourceProblem(
      .badRequest,
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
      .badRequest,
      .badParameter,
      "\(parameter) has \(name.prefix(40))"
        + (nearest ?? "; expected some of \(names.joined(separator: ", "))")
    )
  }

  /// The path has no name of a type.
  static let noType = ResourceProblem(
    .notFound,
    .notFound,
    "the path names no type; expected the name of one"
  )

  /// A file is sent in a content coding.
  static func coded(_ coding: String) -> ResourceProblem {
    var problem = ResourceProblem(
      .unsupportedMediaType,
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
    var problem = ResourceProblem(
      status,
      .rights,
      "the request may \(rights == .nothing ? "do nothing" : "\(rights)"); expected \(needed)"
    )
    if status == .unauthorized {
      problem.fields.append("www-authenticate", "Bearer realm=\"records\"")
    }
    return problem
  }

  /// No rule of a type allows the request.
  static func rules(_ status: Status, _ detail: String) -> ResourceProblem {
    var problem = ResourceProblem(status, .rights, detail)
    if status == .unauthorized {
      problem.fields.append("www-authenticate", "Bearer realm=\"records\"")
    }
    return problem
  }

  /// No session has the token of a request.
  static var unknownToken: ResourceProblem {
    ResourceProblem.rules(
      .unauthorized,
      "the session has ended or was never there; expected the token of one"
    )
  }

  /// The account of the sender is locked.
  static var lockedAccount: ResourceProblem {
    ResourceProblem.rules(.forbidden, "the account is locked; expected one that is not")
  }

  /// A code of a sign-in is wrong.
  static var wrongCode: ResourceProblem {
    ResourceProblem(
      .unprocessableContent,
      .badCode,
      "the code is wrong, or was used before; expected the present one of the app, or a recovery code"
    )
  }

  /// A sign-in whose first step has succeeded goes on with a code of the user's second factor.
  static func secondFactor(_ challenge: String, until expires: Timestamp) -> ResourceProblem {
    var problem = ResourceProblem(
      .unauthorized,
      .secondFactor,
      "the user has a second factor; expected its code, sent with the challenge",
      [("challenge", .text(challenge)), ("expires", .text(expires.description))]
    )
    problem.fields.append("www-authenticate", "Bearer realm=\"records\"")
    return problem
  }

  /// The client's address has used up its attempts.
  static func tooMany(_ seconds: Int) -> ResourceProblem {
    var problem = ResourceProblem(
      .tooManyRequests,
      .tooManyAttempts,
      "there were too many attempts; expected the next in \(seconds) seconds"
    )
    problem.fields.append("retry-after", "\(seconds)")
    return problem
  }

  /// The store is not open yet; the problem names it without its machines and the reason, which are for
  /// operators.
  static func away(_ outage: StoreOutage?, at now: Timestamp) -> ResourceProblem {
    let store = outage?.store ?? "the store"
    var problem = ResourceProblem(
      .serviceUnavailable,
      .storeAway,
      "the records cannot be reached: \(store) does not answer yet; expected it to be tried again "
        + "soon",
      [("store", .text(store))]
    )
    let seconds = (outage?.next.seconds ?? now.seconds) - now.seconds + 1
    problem.fields.append("retry-after", "\(max(1, seconds))")
    return problem
  }

  /// Files would have more bytes than a quota allows.
  static func overQuota(_ detail: String, used: Int64, quota: Int64) -> ResourceProblem {
    ResourceProblem(
      Status(507) ?? .serviceUnavailable,
      .quota,
      detail,
      [("used", .integer(used)), ("quota", .integer(quota))]
    )
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
    var problem = ResourceProblem(
      limit == .all ? .serviceUnavailable : .tooManyRequests,
      .tooManyStreams,
      detail
    )
    problem.fields.append("retry-after", "30")
    return problem
  }

  /// The bytes of a part do not follow those that are here (the resumable uploads' own type).
  static func offset(_ provided: Int?, expected: Int) -> ResourceProblem {
    var problem = ResourceProblem(
      .conflict,
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
      Status(refusal.status) ?? .unprocessableContent,
      .refused,
      detail,
      error.map { [("errors", .list([$0]))] } ?? []
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
    return ResourceProblem(
      .unprocessableContent,
      .invalid,
      ValidationErrors(errors).description,
      [("errors", .list(list))]
    )
  }
}
