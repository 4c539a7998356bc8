// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import Services
import Sites

/// The traffic model names documents and passes that there are, by methods that they answer.
struct ModelCheck {
  /// The methods of documents, which only read.
  private static let readingMethods = ["GET", "QUERY"]

  let linkage: Linkage

  func run(_ findings: inout Findings) {
    guard let model = linkage.site.model else { return }
    // A route that flows name as well is reported once.
    for route in model.allRoutes { check(route.name, &findings) }
  }

  private func check(_ name: Placed<TrafficModel.RouteName>, _ findings: inout Findings) {
    let (path, method) = (name.value.path, name.value.method)
    if let pass = linkage.site.passes.first(where: { $0.shownPrefix == path }) {
      guard let methods = pass.methods, !methods.contains(where: { $0.name == method }) else {
        return
      }
      findings.error(
        .badValue,
        at: name.place,
        "the pass \"\(path)\" refuses \(method); expected \(methods.map(\.name).joined(separator: " or "))",
        parties: [Finding.Party(pass.place, "the pass")]
      )
    } else if let number = linkage.numbers[String(path.dropFirst())] {
      guard !ModelCheck.readingMethods.contains(method) else { return }
      findings.error(
        .badValue,
        at: name.place,
        "the document \"\(path.dropFirst())\" refuses \(method); expected "
          + ModelCheck.readingMethods.joined(separator: " or "),
        parties: [Finding.Party(linkage.drafts[number].place, "the document")]
      )
    } else if !linkage.hasDocument(String(path.dropFirst())) {
      let known = linkage.site.passes.map(\.shownPrefix) + linkage.drafts.map { "/\($0.path)" }
      findings.error(
        .unknownName,
        at: name.place,
        "there is no document and no pass \"\(path)\"",
        suggestion: Suggestion.nearest(to: path, among: known)
      )
    }
  }
}
