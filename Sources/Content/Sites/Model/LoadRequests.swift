// SPDX-License-Identifier: Apache-2.0

package import Bytes
import DataFiles
import FileShapes

/// The requests of a load test, as a site's model or a file of its own declares them: values for the names in
/// braces of paths, and for routes their paths, fields and contents.
package struct LoadRequests: Sendable, Hashable {
  /// The requests of one route.
  package struct Route: Sendable, Hashable {
    package var name = ""
    /// Paths in place of the route's own.
    package var paths: [String] = []
    package var fields: [String: String] = [:]
    package var body: String?
  }

  package private(set) var values: [String: [String]] = [:]
  package private(set) var routes: [Route] = []

  /// Requests for the paths of a model as they are.
  package init() {}

  package init(_ bytes: [UInt8], in file: String) throws(PlainError) {
    var findings = Findings()
    do throws(DataFileError) {
      let value = try DataValue(reading: bytes.span, as: .json5, rules: .documents)
      if let read = LoadRequests.shape.value(of: value, .thing("the file"), in: file, &findings) {
        self = read
      }
    } catch {
      findings.error(.unreadable, at: FilePlace(file, error.position), error.description)
    }
    guard findings.all.isEmpty else {
      throw PlainError(findings.all.map(\.description).joined(separator: "\n"))
    }
  }

  package func route(_ name: TrafficModel.RouteName) -> Route? {
    routes.first { $0.name == "\(name)" }
  }

  static let shape = Shape.object(LoadRequests()) {
    Member(
      "values",
      \.values,
      Shape.text.oneOrMore(atLeast: 1).dictionary(of: "the values of").byKey(),
      "Values for the names in braces of paths, which are taken in turn.",
      examples: [["id": ["0101-2010-0611", "0102-2011-0320"]]]
    )
    Member(
      "routes",
      \.routes,
      Route.shape.dictionary(of: "the route").checked { entries, value, _, context in
        let wrong = entries.filter { TrafficModel.RouteName($0.key) == nil }
        for entry in wrong {
          context.findings.error(
            .badValue,
            at: entry.place,
            "\"\(entry.key)\" is no route; expected a method and a path such as GET /items/{id}"
          )
        }
        return wrong.isEmpty
      }.keyed(by: \.name),
      "What is sent to routes of the model.",
      examples: [["POST /orders": ["body": "{}"]]]
    )
  }
}

extension LoadRequests.Route {
  fileprivate static let shape = Shape.object(LoadRequests.Route()) {
    Member(
      "paths",
      \.paths,
      Shape.text.oneOrMore(atLeast: 1),
      "Paths in place of the route's own, which are taken in turn.",
      examples: ["/fr.ca/items/{id}"]
    )
    Member(
      "fields",
      \.fields,
      Shape.text.dictionary(of: "the field").byKey(),
      "Header fields.",
      examples: [["accept-language": "fr-CA"]]
    )
    Member("body", \.body, .text, "The content.", examples: ["{}"])
  }
}
