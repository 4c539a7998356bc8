// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The declared graph of calls that makes an answer.
package struct Plan: Sendable {
  /// In the order of the file.
  package var calls: [PlannedCall] = []
  /// The parameters of the query that make a difference; all others are not seen.
  package var parameters: [QueryParameter] = []
  /// The values that the document needs along a flow.
  package var flow: [FlowName] = []
  /// Parameters by which requests may query the list, if the document is one; otherwise `nil`.
  package var list: ListDeclaration?
  /// The countries that the calls tell apart; visitors from elsewhere count as the first.
  package var countries: [RegionCode] = []
  /// The devices that the calls tell apart; visitors with another count as the first.
  package var devices: [DeviceClass] = []
  /// Maximum duration of all calls together.
  package var budget: Duration = .seconds(2)

  package init() {}

  /// Whether a service is told the visitor's language.
  package var usesLanguage: Bool { calls.contains { $0.facts.contains(.language) } }

  /// The names under which calls are told what a request asks.
  package var queryNames: [String] { parameters.map(\.name) + (list?.toldNames ?? []) }

  package func index(of name: String) -> Int? { calls.firstIndex { $0.name == name } }

  /// Calls with all that they wait for, by their numbers.
  package func closure(of needed: Set<Int>) -> Set<Int> {
    var closure: Set<Int> = []
    var waiting = Array(needed)
    while let call = waiting.popLast() {
      if closure.insert(call).inserted { waiting += calls[call].dependencies }
    }
    return closure
  }
}
