// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Measure

/// A path of the operators' listener with parameters: the address of a page or of a report. It is
/// the only target that a link of the console can have. In its written form, `&` is the only byte
/// that HTML escapes.
package struct Address: Sendable, Hashable {
  /// The name of the parameter that names a node of a fleet; `FigureTable.allNodes` stands for all of them.
  package static let node = "node"

  package struct Parameter: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  /// It begins with a single slash.
  package let path: String
  package private(set) var parameters: [Parameter]

  package init(_ path: OperatorPath, _ parameters: KeyValuePairs<String, String> = [:]) {
    self.init(asked: path.text, parameters)
  }

  /// - Parameter name: what stands below the path; everything that a path cannot contain is encoded when it is written.
  package init(
    _ path: OperatorPath,
    below name: String,
    _ parameters: KeyValuePairs<String, String> = [:]
  ) {
    self.init(asked: path.below(name), parameters)
  }

  /// - Parameter path: the path of a request.
  package init(asked path: String, _ parameters: KeyValuePairs<String, String> = [:]) {
    self.path = "/" + path.drop { $0 == "/" || $0 == "\\" }
    self.parameters = parameters.map { Parameter(name: $0.key, value: $0.value) }
  }

  package init(asked path: String, _ query: QueryParameters) {
    self.init(asked: path)
    parameters = query.pairs.map { Parameter(name: $0.name, value: $0.value ?? "") }
  }

  /// The first value of a parameter.
  package subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Returns the address with another value of a parameter, or without it.
  package func with(_ name: String, _ value: String?) -> Address {
    var address = self
    address.parameters.removeAll { $0.name == name }
    if let value { address.parameters.append(Parameter(name: name, value: value)) }
    return address
  }

  /// Returns the address with those parameters of another one that have these names and a value.
  /// Fields of a form that were left empty are dropped.
  func with(_ names: [String], of form: Address) -> Address {
    var address = self
    for parameter in form.parameters
    where names.contains(parameter.name) && !parameter.value.isEmpty {
      address = address.with(parameter.name, parameter.value)
    }
    return address
  }

  package var query: QueryParameters {
    QueryParameters(parameters.map { QueryParameters.Pair($0.name, $0.value) })
  }

  /// The address as a request has it.
  package var text: String {
    let path = PercentCoding.encode(path, keeping: .path)
    guard !parameters.isEmpty else { return path }
    let pairs = parameters.map { parameter in
      let name = PercentCoding.encode(parameter.name, keeping: .unreserved)
      return "\(name)=\(PercentCoding.encode(parameter.value, keeping: .unreserved))"
    }
    return "\(path)?\(pairs.joined(separator: "&"))"
  }

  /// Reads an address of the listener from a text, such as one that an alert names; `nil` for any
  /// other address.
  package init?(reading text: String) {
    guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\") else { return nil }
    let mark = text.firstIndex(of: "?")
    guard let mark else {
      self.init(asked: text)
      return
    }
    let query = String(text[text.index(after: mark)...])
    guard let parameters = QueryParameters(query.utf8Span.span) else { return nil }
    self.init(asked: String(text[..<mark]), parameters)
  }
}
