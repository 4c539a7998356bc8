// SPDX-License-Identifier: Apache-2.0

/// A field of events. Its number stands in stored events, so it is never changed or used again.
package enum EventField: UInt16, Sendable, CaseIterable {
  case site = 1
  case requestID = 2
  case traceID = 3
  case spanID = 4
  case parentSpanID = 5
  case session = 6
  case audience = 10
  case languageServed = 11
  case droppedMembers = 12
  case method = 20
  case host = 21
  case path = 22
  case query = 23
  case withheldParameters = 24
  case status = 30
  case step = 31
  case source = 32
  case document = 33
  case cacheKey = 34
  case expire = 35
  case edition = 36
  case pass = 37
  case duration = 40
  case degraded = 41
  case errorMessage = 43
  case failedCall = 44
  case errorDetail = 48
  case problem = 49
  case errorDocument = 50
  case backends = 60
  case backendCall = 61
  case backendName = 62
  case backendOutcome = 63
  case backendDuration = 64
  case backendErrorMessage = 65
  case backendEndpoint = 67
  case backendStatus = 68
  case backendAttempts = 69
  case backendErrorDetail = 70
  case backendBegin = 71
  case backendSpanID = 72
  case backendTarget = 73
  case purge = 81
  case scope = 82
  case strength = 83
  case edge = 84
  case state = 85
  case attempts = 86
  case consistentAfter = 87
  case isNew = 88
  case errors = 89
  case version = 90
  case process = 91
  case peer = 92
  case edgeKind = 93
  case annotationKind = 94
  case annotation = 95
  case captured = 96
  case isSlow = 97
  case client = 98
  case country = 99
  case device = 100
  case languageAsked = 101
  case fallbackSteps = 102
  case experiment = 103
  case reason = 104
  case count = 105
  case operatorName = 106
  case preview = 107
  case scheme = 108
  case protocolVersion = 109
  case backendMethod = 110
  case backendTemplate = 111
  case requestField = 112
  case responseField = 113
}

/// The type of a field's values.
package enum EventFieldType: UInt8, Sendable {
  case text = 1
  case integer = 2
  case boolean = 3
  /// Nanoseconds.
  case duration = 4
  /// Nanoseconds of Unix time.
  case instant = 5
  /// Fields of one of several parts of an event, such as a call of a request.
  case group = 6
}

extension EventField {
  /// The name, type and meaning of a field.
  package struct Definition: Sendable {
    package let field: EventField
    /// The name in filters and JSON; that of a group's field without the group's.
    package let name: String
    package let type: EventFieldType
    package let sentence: String
    /// The group that the field is part of.
    package let group: EventField?
    /// Whether an event may have several of them.
    package let isList: Bool
    /// Whether the field may be sent to other hosts.
    package let leavesHost: Bool

    init(
      _ field: EventField,
      _ name: String,
      _ type: EventFieldType,
      _ sentence: String,
      in group: EventField? = nil,
      isList: Bool = false,
      leavesHost: Bool = true
    ) {
      self.field = field
      self.name = name
      self.type = type
      self.sentence = sentence
      self.group = group
      self.isList = isList
      self.leavesHost = leavesHost
    }
  }

  /// The fields in the order in which they are shown.
  package static let definitions: [Definition] = [
    Definition(.site, "site", .text, "Name of the site."),
    Definition(.requestID, "request_id", .text, "X-Request-Id of the request, or a new one."),
    Definition(.traceID, "trace_id", .text, "Trace of the request, 32 hexadecimal digits."),
    Definition(.spanID, "span_id", .text, "Span of the request, 16 hexadecimal digits."),
    Definition(.parentSpanID, "parent_span_id", .text, "Span of the sender."),
    Definition(.session, "session", .text, "Session of the app, from X-App.", leavesHost: false),
    Definition(.client, "client", .text, "Address of the client, as far as it is shown."),
    Definition(.country, "country", .text, "Country that the app or the CDN says."),
    Definition(.device, "device", .text, "Device that the app or the CDN says."),
    Definition(.scheme, "scheme", .text, "Scheme of the request, http or https."),
    Definition(.protocolVersion, "protocol", .text, "Version of HTTP, such as 1.1 or 2."),
    Definition(.method, "method", .text, "Method of the request."),
    Definition(.host, "host", .text, "Host of the request."),
    Definition(.path, "path", .text, "Path of the request."),
    Definition(.query, "query", .text, "Parameters of the query that may be shown."),
    Definition(.withheldParameters, "withheld", .integer, "Number of parameters not shown."),
    Definition(
      .droppedMembers,
      "dropped",
      .text,
      "Members of X-App that cannot be read.",
      isList: true
    ),
    Definition(
      .requestField,
      "request",
      .text,
      "Fields of the request that events show, as name: value.",
      isList: true
    ),
    Definition(.status, "status", .integer, "Status of the response."),
    Definition(
      .responseField,
      "response",
      .text,
      "Fields of the response that events show, as name: value.",
      isList: true
    ),
    Definition(.step, "step", .text, "Step that decided what the request is answered with."),
    Definition(.source, "source", .text, "Where the answer came from, as portico_answers_total."),
    Definition(.document, "document", .text, "Document that was answered with."),
    Definition(.pass, "pass", .text, "Path prefix of the pass."),
    Definition(.audience, "audience", .text, "Audience of the answer."),
    Definition(.preview, "preview", .text, "Preview whose draft was asked for."),
    Definition(.languageServed, "language", .text, "Language of the answer."),
    Definition(.languageAsked, "language_asked", .text, "Language wanted first, if another."),
    Definition(
      .fallbackSteps,
      "fallback_steps",
      .integer,
      "Number of languages preferred to that of the answer, if any."
    ),
    Definition(
      .experiment,
      "experiment",
      .text,
      "Experiments and the visitor's arms in them.",
      isList: true
    ),
    Definition(
      .captured,
      "captured",
      .text,
      "Values that the document or the pass declares, as name=value.",
      isList: true
    ),
    Definition(.edition, "edition", .text, "Edition of the site."),
    Definition(.cacheKey, "cache_key", .text, "Key of the answer in the cache."),
    Definition(.expire, "expire_at", .instant, "End of the answer's freshness."),
    Definition(.duration, "duration", .duration, "Time spent on calls to services."),
    Definition(.isSlow, "is_slow", .boolean, "Whether calls took as long as `slow` declares."),
    Definition(.degraded, "degraded", .boolean, "Whether a part is stale, missing or a default."),
    Definition(.problem, "problem", .text, "Problem that the client was told of, by its name."),
    Definition(.errorDocument, "error_document", .text, "Document that said it to the client."),
    Definition(.failedCall, "failed_call", .text, "Call that failed the request."),
    Definition(.errorMessage, "error_message", .text, "Name of the failure."),
    Definition(
      .errorDetail,
      "error_detail",
      .text,
      "Backend, endpoint, value seen and value expected.",
      leavesHost: false
    ),
    Definition(.backends, "backends", .group, "Calls to services.", isList: true),
    Definition(
      .backendCall,
      "call",
      .text,
      "Name of the call in the plan, or prefix of the pass.",
      in: .backends
    ),
    Definition(.backendName, "name", .text, "Name of the service.", in: .backends),
    Definition(.backendOutcome, "outcome", .text, "Outcome of the call.", in: .backends),
    Definition(
      .backendBegin,
      "begin",
      .duration,
      "Time from the begin of composing to that of the call.",
      in: .backends
    ),
    Definition(.backendDuration, "duration", .duration, "Time of the call.", in: .backends),
    Definition(.backendMethod, "method", .text, "Method of the call.", in: .backends),
    Definition(
      .backendTemplate,
      "template",
      .text,
      "Path as the plan declares it, or prefix of the pass.",
      in: .backends
    ),
    Definition(.backendTarget, "target", .text, "Path and query asked for.", in: .backends),
    Definition(.backendEndpoint, "endpoint", .text, "Address that was asked.", in: .backends),
    Definition(
      .backendStatus,
      "status",
      .integer,
      "Status of the service's answer.",
      in: .backends
    ),
    Definition(.backendAttempts, "attempts", .integer, "Attempts, if not one.", in: .backends),
    Definition(.backendSpanID, "span_id", .text, "Span of the call.", in: .backends),
    Definition(.backendErrorMessage, "error_message", .text, "Why it failed.", in: .backends),
    Definition(
      .backendErrorDetail,
      "error_detail",
      .text,
      "Value seen and value expected.",
      in: .backends,
      leavesHost: false
    ),
    Definition(
      .reason,
      "reason",
      .text,
      "Why something was refused or begun, or the limit reached."
    ),
    Definition(
      .count,
      "count",
      .integer,
      "Number of times since the last event of the reason, or of answers that a refresh composed."
    ),
    Definition(.peer, "peer", .text, "Address of the operator.", leavesHost: false),
    Definition(
      .operatorName,
      "operator",
      .text,
      "Name of the operator's token, where one is needed.",
      leavesHost: false
    ),
    Definition(.purge, "purge", .text, "Number of the purge."),
    Definition(.scope, "scope", .text, "Entries that the purge is about."),
    Definition(.strength, "strength", .text, "Whether stale answers may be used: soft or hard."),
    Definition(.edge, "edge", .text, "CDN that was asked to purge."),
    Definition(.edgeKind, "kind", .text, "Kind of CDN."),
    Definition(
      .state,
      "state",
      .text,
      "Result at the CDN, state of a circuit or an endpoint, or end of a refresh."
    ),
    Definition(.attempts, "attempts", .integer, "Number of requests to the CDN."),
    Definition(.consistentAfter, "consistent_after", .duration, "Time until a purge took effect."),
    Definition(.isNew, "is_new", .boolean, "Whether another edition is served from now on."),
    Definition(
      .errors,
      "errors",
      .integer,
      "Number of errors found in the site's files, or of answers that a refresh could not compose."
    ),
    Definition(.version, "version", .text, "Version of Portico."),
    Definition(
      .annotationKind,
      "annotation_kind",
      .text,
      "Kind of the annotation, such as deploy."
    ),
    Definition(.annotation, "annotation", .text, "Text of the annotation."),
    Definition(.process, "process", .integer, "Number of the process."),
  ]

  private static let byNumber: [UInt16: Definition] = Dictionary(
    uniqueKeysWithValues: definitions.map { ($0.field.rawValue, $0) }
  )

  /// Returns the definition of a number; `nil` for one of another version.
  package static func definition(of number: UInt16) -> Definition? { byNumber[number] }
}

extension EventField.Definition {
  /// The name with that of its group: `backends.name`.
  package var path: String {
    guard let group, let outer = EventField.definition(of: group.rawValue) else { return name }
    return "\(outer.name).\(name)"
  }
}

/// The kind of an event.
package enum EventKind: UInt8, Sendable, CaseIterable {
  case request = 1
  case purge = 2
  case edgePurge = 3
  case reload = 4
  case publication = 5
  case start = 6
  case stop = 7
  case annotation = 8
  case circuit = 9
  case health = 10
  /// Connections or requests were refused, or a limit was reached.
  case refusal = 11
  /// Events were erased.
  case erasure = 12
  /// An operator began a session of the console.
  case signIn = 13
  /// Outdated answers were composed again before anyone asked for them.
  case refresh = 14
  /// The answers of a service are not as documents expect, or have other members than before.
  case shape = 15

  /// The name in filters and JSON.
  package var name: String {
    switch self {
    case .request: "request"
    case .purge: "purge"
    case .edgePurge: "edge_purge"
    case .reload: "reload"
    case .publication: "publication"
    case .start: "start"
    case .stop: "stop"
    case .annotation: "annotation"
    case .circuit: "circuit"
    case .health: "health"
    case .refusal: "refusal"
    case .erasure: "erasure"
    case .signIn: "sign_in"
    case .refresh: "refresh"
    case .shape: "shape"
    }
  }
}

/// The level of an event.
package enum EventLevel: UInt8, Sendable, CaseIterable {
  case info = 1
  case warning = 2
  case error = 3

  /// The name in filters and JSON.
  package var name: String {
    switch self {
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }
}
