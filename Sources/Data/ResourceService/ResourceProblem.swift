// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Filters
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
  private var fields = Fields()
  private var type = "about:blank"
  /// The code of a webhook that has refused a write.
  private var hookCode: String?

  init(_ status: Status, _ code: Code, _ detail: String) {
    self.status = status
    self.code = code
    description = detail
  }

  private init(
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
  private static func refused(_ refusal: WriteRefusal, _ detail: String) -> ResourceProblem {
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

extension ResourceProblem {
  /// The problem of any error that a request met.
  package init(_ error: any Error) {
    switch error {
    case let problem as ResourceProblem: self = problem
    case let error as StoreError: self.init(error)
    case let errors as ValidationErrors: self = .invalid(errors.errors)
    case let error as ValidationError: self = .invalid([error])
    case let error as FilterError:
      self.init(
        .badRequest,
        .badFilter,
        error.message,
        [("offset", .integer(Int64(error.offset)))]
      )
    case let error as TypeSetError:
      self.init(.unprocessableContent, .badTypes, error.description)
    case let failure as BeforeHookFailure:
      // The reason is for operators.
      self.init(
        .serviceUnavailable,
        .hookAway,
        "the webhook that is asked before writes of \(failure.type) gave no answer, so nothing was written"
      )
      fields.append("retry-after", "5")
    case let error as RecordFiles.OverQuota:
      self = .overQuota(
        "all files have \(error.used) of at most \(error.quota) bytes; expected no more",
        used: error.used,
        quota: Int64(error.quota)
      )
    case let error as RecordFiles.TooMany:
      self.init(
        .serviceUnavailable,
        .tooManyUploads,
        "there are \(error.limit) unfinished uploads; expected fewer"
      )
    case let error as FormReader.Failure:
      self.init(.badRequest, .badForm, error.description)
    case is RecordFiles.TakenOver:
      self.init(.conflict, .takenOver, "another request goes on with the upload")
    case let error as FileError where error.isFull:
      self.init(Status(507) ?? .serviceUnavailable, .full, "there is no room left for the file")
    default: self.init(.internalServerError, .internal, "the service has failed")
    }
  }

  init(_ error: StoreError) {
    let detail = error.message
    switch error.kind {
    case .unknownType: self.init(.notFound, .unknownType, detail)
    case .notFound: self.init(.notFound, .notFound, detail)
    case .notAllowed: self.init(.forbidden, .notAllowed, detail)
    case .idTaken: self.init(.conflict, .idTaken, detail)
    case .versionMismatch(let current):
      let extensions = current.map { [("current", $0.json())] } ?? []
      self.init(.preconditionFailed, .version, detail, extensions)
    case .invalid(let errors): self = .invalid(errors)
    case .referred(let ids):
      let list = DataValue.list(ids.map { .text($0.text) })
      self.init(.conflict, .referred, detail, [("referrers", list)])
    case .aborted: self.init(.conflict, .aborted, detail)
    case .refused(let refusal): self = .refused(refusal, detail)
    case .decisionOutdated: self.init(.conflict, .changedMeanwhile, detail)
    case .tooManyChanged: self.init(.badRequest, .maxAffected, detail)
    case .noIndex(let attributes, let records):
      self.init(
        .badRequest,
        .noIndex,
        detail,
        [
          ("indexes", .list(attributes.map { .text($0) })), ("records", .integer(Int64(records))),
        ]
      )
    case .costly: self.init(.badRequest, .tooCostly, detail)
    case .tooLarge: self.init(.contentTooLarge, .tooLarge, detail)
    case .overQuota(let used, let quota):
      self = .overQuota(detail, used: used, quota: quota)
    case .badPage: self.init(.badRequest, .badPage, detail)
    case .pastHorizon: self.init(.gone, .pastHorizon, detail)
    case .otherEpoch: self.init(.gone, .epochChanged, detail)
    case .keyReused: self.init(.unprocessableContent, .keyReused, detail)
    case .types(let report): self.init(.conflict, .types, detail, [("report", report.json)])
    case .damaged: self.init(.internalServerError, .damaged, detail)
    case .unavailable:
      // The message names the machines of the database, and goes to operators only.
      self.init(
        .serviceUnavailable,
        .unavailable,
        "the storage cannot be reached; a write may have been done, so that it should be sent again "
          + "with the same Idempotency-Key"
      )
      fields.append("retry-after", "1")
    case .full:
      self.init(
        Status(507) ?? .serviceUnavailable,
        .full,
        "there is no room left on the disk, so nothing was written; expected it to be sent again later"
      )
      fields.append("retry-after", "30")
    case .moved:
      self.init(.serviceUnavailable, .moved, detail)
      fields.append("retry-after", "5")
    }
  }
}
