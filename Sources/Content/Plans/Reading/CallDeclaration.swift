// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import HTTPValues
import JSONValues
import Services

/// A call as a document's file says it.
package struct CallDeclaration: Sendable {
  static let batchSizes = 1...1_000
  static let standardBatch = 50

  var backend: String?
  var path: URITemplate?
  var arguments: [String: PlanArgument] = [:]
  var timeout: Duration?
  fileprivate var method = PlannedMethod.get
  fileprivate var isSafe = false
  var body: DataValue?
  fileprivate var sent = SentValues()
  fileprivate var xml = XMLRules()
  var batch: PlannedCall.Batch?
  fileprivate var isOptional = false
  fileprivate var otherwise: JSONDocument?
  var keepsLast = false
  var lifetimes = CallLifetimes()
  var tags: [String] = []
  fileprivate var schema: ValueSchema?
  fileprivate var items: JSONPath?
  fileprivate var key: JSONPath?

  /// The call, without its body; `nil` for one that names no service or no path.
  func call(named name: String) -> PlannedCall? {
    guard let backend, let path else { return nil }
    var call = PlannedCall(name: name, backend: backend, path: path)
    call.method = method.method
    call.arguments = arguments
    call.sent = sent.isEmpty ? nil : sent
    call.xml = xml == XMLRules() ? nil : xml
    let value = otherwise.map { Fragment($0, .unlimited) }
    call.standIn = value.map { .literal($0) } ?? (isOptional ? .nothing : .none)
    call.keepsLast = keepsLast
    call.timeout = timeout
    call.lifetimes = lifetimes
    call.tags = tags
    call.batch = batch
    call.schema = schema
    if let items, let key { call.index = PlannedCall.Index(items: items, key: key) }
    return call
  }
}

/// A method that promises to change nothing: a plan only reads. QUERY promises it by itself, POST where
/// the file says that this one does.
private enum PlannedMethod: String, CaseIterable {
  case get = "GET"
  case query = "QUERY"
  case post = "POST"

  var method: HTTPValues.Method {
    switch self {
    case .get: .get
    case .query: .query
    case .post: .post
    }
  }
}

extension PlanWords {
  var call: Shape<CallDeclaration> {
    Shape.object(CallDeclaration()) {
      request
      answer
    }
    .with("dependentRequired", ["items": ["key"], "key": ["items"]])
    .with("if", ["required": ["method"], "properties": ["method": ["const": "POST"]]])
    .with("then", ["required": ["safe", "body"], "properties": ["safe": ["const": true]]])
    .with(
      "else",
      [
        "if": ["required": ["method"], "properties": ["method": ["const": "QUERY"]]],
        "then": ["required": ["body"]], "else": ["properties": ["body": false]],
      ]
    )
    .adjusted { call, value, subject, context in
      call.check(value, subject, &context)
    }
  }

  private var request: [Member<CallDeclaration>] {
    [
      Member(
        "backend",
        \.backend,
        backend,
        isRequired: true,
        "Name of the service among the site's backends.",
        examples: ["shop"]
      ),
      Member(
        "path",
        \.path,
        URITemplate.shape,
        isRequired: true,
        "Path and query of the request: a URI template of RFC 6570.",
        examples: ["/items/{id}{?language}"]
      ),
      Member(
        "with",
        \.arguments,
        PlanArgument.arguments,
        "Values of the variables in path and body: literals or picks.",
        examples: [["id": "$.route.id"]]
      ),
      Member(
        "timeout",
        \.timeout,
        Duration.shape,
        "Time that the call may take; the timeout of its backend, unless given.",
        examples: ["500ms"]
      ),
      Member(
        "method",
        \.method,
        .choice,
        "Method of the request; QUERY and POST send a body."
      ),
      Member("safe", \.isSafe, .flag, "Whether a POST changes nothing, which a plan needs."),
      Member(
        "body",
        \.body,
        Shape<DataValue>.anything.schema(.reference(to: .callBody)),
        "Body of the request, filled by picks.",
        examples: [["ids": ["$with": "ids"]]]
      ),
      Member(
        "send",
        \.sent,
        SentValues.shape,
        "Additions to the request, beside those of the backend: fields, parameters of the query, the host.",
        examples: [["fields": ["x-tenant": "flowers"]]]
      ),
      Member("batch", \.batch, PlannedCall.Batch.shape, "Asks for many values in one request."),
    ]
  }

  private var answer: [Member<CallDeclaration>] {
    [
      Member(
        "optional",
        \.isOptional,
        .flag,
        "Whether members that need the answer are left out when it does not come."
      ),
      Member(
        "otherwise",
        \.otherwise,
        JSONDocument.shape,
        "Value in place of an answer that does not come.",
        examples: [["items": []]]
      ),
      Member(
        "keepsLast",
        \.keepsLast,
        .flag,
        "Whether the last good answer stands in before anything else does."
      ),
      Member(
        "freshness",
        \.lifetimes,
        CallLifetimes.shape,
        "Lifetimes of its answers in seconds."
      ),
      Member(
        "tags",
        \.tags,
        Shape<String>.text.oneOrMore(),
        "Names by which caches can be told to purge the answer.",
        examples: [["prices"]]
      ),
      Member(
        "schema",
        \.schema,
        ValueSchema.shape,
        "What the answer has to be, in a subset of JSON Schema; another answer is a failure.",
        examples: [["required": ["price"], "properties": ["price": ["type": "number"]]]]
      ),
      Member(
        "xml",
        \.xml,
        XMLRules.shape,
        "Form of an answer in XML, which says less than JSON.",
        examples: [["repeated": ["item"], "numbers": ["price"]]]
      ),
      Member(
        "items",
        \.items,
        JSONPath.shape(from: "$", called: "a JSONPath such as $.items[*]"),
        "JSONPath of the items in the answer, for a match.",
        examples: ["$.items[*]"]
      ),
      Member(
        "key",
        \.key,
        JSONPath.shape(from: "@", called: "a path such as @.id"),
        "JSONPath within an item of what tells items apart, for a match.",
        examples: ["@.id"]
      ),
    ]
  }

  private var backend: Shape<String> {
    let backends = backends
    return Shape<String>.text.checked { name, value, _, context in
      if backends.contains(name) { return true }
      let message = "the site has no backend \"\(name)\""
      context.unknownName(name, at: value, message, among: backends)
      return false
    }
  }
}

extension CallDeclaration {
  /// Notes members that do not fit each other.
  fileprivate func check(
    _ value: DataValue,
    _ subject: Subject,
    _ context: inout ReadingContext
  ) {
    if method == .post, !isSafe {
      context.badValue(
        value["method"] ?? value,
        "\(subject) is a POST, and a plan only reads; expected \"safe: true\" where the service "
          + "changes nothing"
      )
    }
    if method == .get, let body {
      context.badValue(
        body,
        "\(subject) has a \"body\", which a GET does not send; expected \"method\" to be QUERY or POST"
      )
    }
    let place = context.place(of: value)
    if method != .get, body == nil {
      let message = "\(subject) has no \"body\", which its method sends"
      context.findings.error(.missingKey, at: place, message)
    }
    if (value["items"] == nil) != (value["key"] == nil) {
      context.findings.error(
        .missingKey,
        at: place,
        "\"items\" and \"key\" go together: where items are, and the value that identifies one"
      )
    }
  }
}

extension PlannedCall.Batch {
  fileprivate static let shape = Shape.object(
    PlannedCall.Batch(variable: "", size: CallDeclaration.standardBatch)
  ) {
    Member(
      "variable",
      \.variable,
      .text,
      isRequired: true,
      "Variable of the path or the body that takes the list of values.",
      examples: ["ids"]
    )
    Member("size", \.size, .integer(CallDeclaration.batchSizes), "The most values of one request.")
  }
  .checked { _, value, _, _ in value["variable"] != nil }
}

extension XMLRules {
  fileprivate static let shape = Shape.object(XMLRules()) {
    Member(
      "repeated",
      \.repeated,
      Shape<String>.text.oneOrMore(atMost: mostNames),
      "Names of elements that are lists, however many of them stand in a place.",
      examples: ["item"]
    )
    Member(
      "numbers",
      \.numbers,
      Shape<String>.text.oneOrMore(atMost: mostNames),
      "Names of elements and attributes whose texts are numbers.",
      examples: [["price", "stock"]]
    )
  }
}

extension CallLifetimes {
  /// Seconds, up to a year.
  private static let seconds = Shape.integer(0...31_536_000)
  /// Seconds that something new may stay unseen, since its service is not asked again.
  private static let absentSeconds = Shape.integer(0...3_600)

  fileprivate static let shape = Shape.object(CallLifetimes()) {
    Member(
      "ttl",
      \.standard,
      seconds,
      "Seconds for which an answer is fresh where the service does not say."
    )
    Member(
      "minimum",
      \.minimum,
      seconds,
      "Least lifetime; a service that says less is not believed."
    )
    Member(
      "maximum",
      \.maximum,
      seconds,
      "Longest lifetime; a service that says more is not believed."
    )
    Member(
      "staleWhileRevalidate",
      \.staleWhileRevalidate,
      seconds,
      "Seconds after that for which it may be used while it is fetched again."
    )
    Member(
      "staleIfError",
      \.staleIfError,
      seconds,
      "Seconds after that for which the last good answer may stand in."
    )
    Member(
      "absent",
      \.absent,
      absentSeconds,
      "Seconds for which a service is not asked again that answers with 404 or 410."
    )
  }
  .adjusted { lifetimes, value, _, context in
    if value["maximum"] == nil { lifetimes.maximum = max(lifetimes.maximum, lifetimes.standard) }
    guard lifetimes.minimum > lifetimes.maximum else { return }
    context.badValue(
      value,
      "\"minimum\" is \(lifetimes.minimum), more than \"maximum\", \(lifetimes.maximum)"
    )
  }
}
