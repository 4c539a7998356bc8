// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import DataFiles
package import FileShapes
import Services

/// A plan as a document's file says it, before its parts are held against each other.
package struct PlanDeclaration: Sendable {
  /// The parameters, the flow and the budget.
  var plan = Plan()
  /// `nil` for a document without calls.
  var calls: [Entry<CallDeclaration>]?
  var visitor = VisitorDeclaration()
  var list: Placed<ListDeclaration>?

  static let maximumCalls = 32
  static let maximumParameters = 32
  /// As many as rules can tell apart, with the devices.
  static let maximumCountries = 48

  package init() {}

  /// The keys of a document's file that say whom its calls ask for what. The budget changes no answer,
  /// and what the document takes along a flow is seen in links.
  package static let keysOfCalls: Set<String> = ["calls", "query", "visitor", "list"]

  /// The keys that mean nothing in a document without calls.
  static let keysNeedingCalls = ["query", "visitor", "budget", "list"]

  /// Tells editors which keys need which others.
  package static let dependencies = SchemaNode.members(
    keysNeedingCalls.map { SchemaMember($0, ["calls"]) }
  )

  /// The keys of a plan among those of a document's file.
  package static func members(_ words: PlanWords) -> [Member<PlanDeclaration>] {
    [
      Member(
        "calls",
        \.calls,
        words.call.named("call").dictionary(
          of: "the call",
          keys: .callName,
          declares: .call,
          atMost: maximumCalls,
          orElse: .overBudget,
          counting: "calls"
        ),
        "Calls whose answers fill the body, by the names that picks use.",
        examples: [["item": ["backend": "shop", "path": "/items/{id}"]]]
      ),
      Member(
        "query",
        \.plan.parameters,
        QueryParameter.parameters,
        "Parameters of the query that make a difference; all others are ignored.",
        examples: [["page": ["minimum": 1, "maximum": 100, "digits": 0, "default": "1"]]]
      ),
      Member(
        "flow",
        \.plan.flow,
        FlowName.names,
        "Values that links to the document carry along a flow, by the names that picks use.",
        examples: [["cart": [:], "note": ["default": "", "maximumBytes": 80]]]
      ),
      Member(
        "visitor",
        \.visitor,
        words.visitor,
        "Countries and devices that the calls tell apart."
      ),
      Member(
        "list",
        \.list,
        words.list.placed,
        "Declares the document as a list, with what requests may ask of it."
      ),
      Member(
        "budget",
        \.plan.budget,
        Duration.shape,
        "Time that all calls together may take.",
        examples: ["800ms"]
      ),
    ]
  }
}

extension ReadingContext.NameKind {
  package static let call = ReadingContext.NameKind("call")
}

/// The names of the site that the keys of a plan refer to.
package struct PlanWords: Sendable {
  /// The names of the site's services.
  let backends: [String]
  /// A country, or all countries of a region.
  let places: Shape<[RegionCode]>

  package init(backends: [String], places: Shape<[RegionCode]>) {
    self.backends = backends
    self.places = places
  }
}

/// The visitors that the calls of a plan tell apart.
struct VisitorDeclaration: Sendable {
  var countries: [RegionCode] = []
  var devices: [DeviceClass] = []
}

extension PlanWords {
  var visitor: Shape<VisitorDeclaration> {
    Shape.object(VisitorDeclaration()) {
      Member(
        "country",
        \.countries,
        // The first one is for everybody else, so that their order is kept.
        places.oneOrMore().converted(to: { $0.joined().inOrder }),
        "Countries and regions that make a difference; all others count as the first.",
        examples: [["US", "dach"]]
      )
      Member(
        "device",
        \.devices,
        DeviceClass.shape.oneOrMore(atLeast: 1).converted(to: \.inOrder),
        "Devices that make a difference; all others count as the first.",
        examples: [["phone", "tv"]]
      )
    }
    .adjusted { visitor, value, _, context in
      let (count, most) = (visitor.countries.count, PlanDeclaration.maximumCountries)
      guard count > most else { return }
      let message = "\(count) countries; expected at most \(most)"
      context.findings.error(.overBudget, at: context.place(of: value), message)
    }
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it is first.
  fileprivate var inOrder: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
