// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// The rules that hold for one file of a site by itself, in the words of the documentation.
extension FindingRule {
  package static let countryAsLanguage = FindingRule("country-as-language")
  package static let needlessCall = FindingRule("needless-call")
  package static let takenHost = FindingRule("taken-host")
  package static let schema = FindingRule("schema")
}
