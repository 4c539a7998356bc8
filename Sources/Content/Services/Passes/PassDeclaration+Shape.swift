// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
package import FileShapes
import HTTPValues

extension PassDeclaration {
  package static let passes = shape.dictionary(of: "the pass", keys: .passedPath)
    .converted(
      to: { entries in entries.map { $0.value.standing(at: $0.key, $0.place) } },
      from: { passes in
        passes.map { pass in
          Entry(key: pass.shownPrefix, place: pass.place, value: pass)
        }
      }
    )
    .adjusted { passes, _, _, context in refuseTwins(among: passes, &context) }

  private static let shape = Shape.object(
    PassDeclaration(prefix: "", at: FilePlace(""))
  ) {
    Member(
      "backend",
      \.backend,
      .name(of: .backend),
      isRequired: true,
      "Name of the service.",
      examples: ["accounts"]
    )
    Member(
      "strip",
      \.strips,
      .flag,
      "Whether the service is asked for what follows the path and not for the whole path."
    )
    Member(
      "methods",
      \.methods,
      Shape.text(.passedMethod).oneOrMore(),
      "Methods that are passed on, HEAD with GET; all, unless given.",
      examples: [["GET", "POST"]]
    )
    Member(
      "timeout",
      \.timeout,
      Duration.shape,
      "Time in which the service must begin its answer; the backend's timeout, unless given.",
      examples: ["5s"]
    )
    Member("bodyBytes", \.bodyBytes, .integer(bodyRange), "Largest body of a request in bytes.")
    Member(
      "mirror",
      \.mirror,
      MirrorDeclaration.shape,
      "A second service that receives a share of the reads as well, to be compared.",
      examples: [["backend": "catalog-next", "share": 5]]
    )
    Member(
      "staysOpen",
      \.staysOpen,
      .flag,
      "Whether requests are passed on while the site is closed for maintenance."
    )
    Member(
      "send",
      \.sent,
      SentValues.shape,
      "Additions to its requests, beside those of the backend: fields, parameters of the query, the host.",
      examples: [["host": true, "fields": ["x-api-key": ["$env": "ACCOUNTS_KEY"]]]]
    )
    Member(
      "fields",
      \.fields,
      ResponseField.fields,
      "Response fields that are added to its answers, in place of those of the service.",
      examples: [["x-content-type-options": "nosniff"]]
    )
    Member(
      "log",
      \.log,
      LogDeclaration.shape(
        "Parameters of the query whose values are written to the log.",
        example: "sku"
      ).converted(
        to: \.rules,
        from: { rules in
          var declared = LogDeclaration()
          declared.capture = rules.capture.map { Placed($0, at: FilePlace("")) }
          declared.slow = rules.slow
          return declared
        }
      ),
      "Values that are written to the log, and when a request is slow.",
      examples: [["capture": ["sku"], "slow": "300ms"]]
    )
    Member(
      "webSockets",
      \.webSockets,
      WebSockets.shape,
      "WebSocket connections that clients may open; none, unless given.",
      examples: [["connections": 1_000, "idle": 60]]
    )
    Member(
      "cache",
      \.caching,
      .choice,
      "Answers that are kept: none, or what RFC 9111 lets a shared cache keep."
    )
    Member(
      "targets",
      \.targets,
      Shape.text(.field).oneOrMore(),
      "Fields that are obeyed in place of Cache-Control: the first one that an answer has.",
      examples: [["cdn-cache-control"]]
    )
    Member(
      "heuristic",
      \.isHeuristic,
      .flag,
      "Whether an answer without a lifetime is kept for a share of its age."
    )
    Member(
      "cookies",
      \.cookies,
      .choice,
      "Whether answers that set a cookie are kept, where answers are kept."
    )
  }
  .adjusted { pass, value, _, context in
    MirrorDeclaration.refuseItself(pass.mirror, of: pass.backend, value, &context)
    guard pass.webSockets != nil, let methods = pass.methods, !methods.contains(.get) else {
      return
    }
    context.badValue(
      value["webSockets"] ?? value,
      "\"webSockets\" is never used, since a WebSocket begins with GET; expected GET in \"methods\""
    )
  }

  private func standing(at path: String, _ place: FilePlace) -> PassDeclaration {
    var pass = self
    pass.prefix = PassDeclaration.prefix(of: path) ?? path
    pass.place = place
    return pass
  }

  private static func refuseTwins(
    among passes: [PassDeclaration],
    _ context: inout ReadingContext
  ) {
    var known: [String: PassDeclaration] = [:]
    for pass in passes {
      guard let twin = known[pass.prefix] else {
        known[pass.prefix] = pass
        continue
      }
      context.findings.error(
        .badPath,
        at: pass.place,
        "two passes are for \"\(pass.shownPrefix)\"",
        parties: [Finding.Party(twin.place, "the other one")]
      )
    }
  }
}

extension PassDeclaration.WebSockets {
  fileprivate static let shape = Shape.object(PassDeclaration.WebSockets()) {
    Member(
      "connections",
      \.connections,
      .integer(connectionRange),
      "The most WebSocket connections at once; one more gets 503."
    )
    Member(
      "idle",
      \.idle,
      .integer(idleRange),
      "Seconds for which both sides may be silent; then the connection is closed."
    )
  }
}
