// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import DataFiles
import Gateway
package import HTTPValues

/// The choice of a site in an order.
package enum SiteChoice: Equatable {
  /// Not specified.
  case unsaid
  case named(String)
  case all
  /// The site that answers for the authority of a URL.
  case owner(of: String, Scheme)

  package static let expectation =
    "\"site\" is no name of a site; expected a string, such as \"*\" for all"

  /// Parses the member `site` of an order; `nil` if it is not a name.
  package init?(_ value: DataValue?) {
    switch value?.content {
    case nil: self = .unsaid
    case .string("*"): self = .all
    case .string(let name): self = .named(name)
    default: return nil
    }
  }
}

extension SiteServices {
  /// Returns the sites of a choice.
  ///
  /// - Parameter meansAll: whether an unspecified site means all.
  package func chosen(_ choice: SiteChoice, meansAll: Bool) throws(PlainError) -> [SiteService] {
    switch choice {
    case .all: return sites
    case .unsaid:
      guard sites.count > 1, !meansAll else { return sites }
      throw PlainError("\"site\" is missing; \(expectation)")
    case .named(let name):
      if let site = sites.first(where: { $0.name == name }) { return [site] }
      let near = Suggestion.nearest(to: name, among: sites.map(\.name))
      throw PlainError(
        "there is no site \"\(name)\"; " + (near.map { "did you mean \"\($0)\"?" } ?? expectation)
      )
    case .owner(let authority, let scheme):
      guard sites.count > 1 else { return sites }
      if let number = directory.site(of: authority, scheme) { return [sites[number]] }
      throw PlainError("no site has the host \"\(authority)\"; \(expectation)")
    }
  }

  private var expectation: String {
    "expected \(sites.map { "\"\($0.name)\"" }.joined(separator: ", ")), or \"*\" for all"
  }
}
