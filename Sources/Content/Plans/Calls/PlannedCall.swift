// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import JSONValues
package import Services

/// One request of a plan to one service.
package struct PlannedCall: Sendable {
  /// The value in place of an answer that does not come.
  package enum StandIn: Sendable {
    /// Nothing: without it there is no answer at all.
    case none
    /// The members that need it are left out.
    case nothing
    /// This value instead.
    case literal(Fragment)
  }

  /// Many values asked for at once.
  package struct Batch: Sendable {
    /// The variable of the path or the body that takes the list.
    package var variable: String
    /// Maximum number of values in one call.
    package var size: Int

    package init(variable: String, size: Int) {
      self.variable = variable
      self.size = size
    }
  }

  /// Where the items of an answer are and what tells them apart, for picks that look one up.
  package struct Index: Sendable {
    package let items: JSONPath
    package let key: JSONPath

    package init(items: JSONPath, key: JSONPath) {
      self.items = items
      self.key = key
    }
  }

  package let name: String
  package let backend: String
  package let path: URITemplate
  /// GET, or a method that sends a body and promises to change nothing.
  package var method = HTTPValues.Method.get
  /// The body of the request, with holes that picks fill as in the document's body.
  package var body: Template?
  /// The variables that the body names.
  package var bodyNames: [String] = []
  /// Values of the variables in the path and the body, except for variables that take the value of
  /// the same name from the route, the query, the flow or the visitor.
  package var arguments: [String: PlanArgument] = [:]
  /// Additions to the request, beside those of its service, if there are any.
  package var sent: SentValues?
  /// The form of its answers, where they are in XML.
  package var xml: XMLRules?
  package var standIn = StandIn.none
  /// Whether the last good answer stands in before anything else does.
  package var keepsLast = false
  /// Maximum duration of the call; `nil`: as long as the plan.
  package var timeout: Duration?
  /// For how long an answer is fresh, in seconds, where the service does not say; and the bounds
  /// within which the service may say it.
  package var lifetimes = CallLifetimes()
  package var tags: [String] = []
  package var batch: Batch?
  package var index: Index?
  /// The schema of its answers, if they have one.
  package var schema: ValueSchema?
  /// The numbers of the calls that it waits for.
  package var dependencies: [Int] = []
  /// The facts about the visitor that it tells the service.
  package var facts: Set<VisitorFact> = []

  package init(name: String, backend: String, path: URITemplate) {
    self.name = name
    self.backend = backend
    self.path = path
  }

  /// The names of all variables, repeated ones too.
  package var variableNames: [String] {
    bodyNames.isEmpty ? path.variableNames : path.variableNames + bodyNames
  }

  /// Whether the answer as a whole fails with it.
  package var isRequired: Bool { if case .none = standIn { true } else { false } }
}

/// The value of a variable of a call, or one that a link carries.
package enum PlanArgument: Sendable, Hashable {
  case literal(String)
  case pick(Pick)
}

/// The declared lifetimes of the answers of a call, in seconds.
package struct CallLifetimes: Sendable, Hashable {
  /// Where the service does not say.
  package var standard = 60
  /// A service that says less is not believed; neither is one that says more.
  package var minimum = 0
  package var maximum = 3_600
  /// For how long a fragment may be shown that is not fresh, while it is fetched again.
  package var staleWhileRevalidate = 0
  /// For how long the last good one may stand in.
  package var staleIfError = 86_400
  /// For how long a service is not asked again that says that there is nothing.
  package var absent = 10

  package init() {}
}
